-- The award that a declaration opened, once for each assistance listing.
create table pa_award (
  org_id uuid not null,
  id uuid not null,
  declaration_id uuid not null,
  listing text not null check (listing in ('97.036', '97.039')),
  award_id uuid not null,
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, declaration_id, listing),
  foreign key (org_id, declaration_id) references pa_declaration (org_id, id),
  foreign key (org_id, award_id) references grant_award (org_id, id)
);
select levee_secure('pa_award');
