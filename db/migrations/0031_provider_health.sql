-- Whether a provider answers is known to the process that asks it, and changes by the second.
-- squawk-ignore ban-drop-column
alter table vas.providers drop column health;
