-- When a person has decided about a sale in REVIEW, or closed the incident of one that had ended.
alter table vas.sales add column review_closed_at timestamptz;
create index sales_review on vas.sales (id) where review_closed_at is null and (phase = 'REVIEW' or incident is not null);
