-- Every request may depend on a setting, so all may read them; one function writes them.
grant select on platform.settings to mostrador_api, mostrador_worker;
