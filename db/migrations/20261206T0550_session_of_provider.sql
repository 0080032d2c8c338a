-- What an agency's own provider opened works in that agency alone: whoever runs the provider must not
-- come into the other agencies of a person, nor into what they are for a vendor.
alter table session add column provider_org_id uuid;
comment on column session.provider_org_id is 'The agency of the provider through which the session came; it works in no other. Null for every other way in.';
