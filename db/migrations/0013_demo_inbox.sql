-- Demo mode without a mail server: the browser that signed an address up may read its letters in the app, nobody else's browser may.
alter table person add column inbox_key_hash text;
create index person_inbox on person (inbox_key_hash) where inbox_key_hash is not null;
create index mail_to on mail (to_address, created_at desc nulls first);

-- The application reads names and addresses of people it may meet, and nothing more of them.
revoke select on person from levee_app;
grant select (id, email, display_name, email_verified_at, disabled_at, demo_until, preferences, version, created_at, updated_at) on person to levee_app;
