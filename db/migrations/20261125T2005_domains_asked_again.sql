-- How many mornings in a row the record that proved a domain was not there.
alter table sign_in_domain add column missed int not null default 0 check (missed >= 0);
