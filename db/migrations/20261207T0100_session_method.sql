-- How somebody came in: an agency may allow some ways and not others.
alter table session
  add column method text not null default 'password'
    check (method in ('password', 'google', 'passkey', 'provider'));
update session set method = 'provider' where provider_id is not null;
-- A second step keeps it until the session begins.
alter table verification add column method text;
