-- The colours and mark of an agency, as they were published one after the other; the newest holds.
create table agency_look (
  org_id uuid not null references organization (id),
  id uuid not null,
  number int not null check (number > 0),
  primary_color text not null check (primary_color ~ '^#[0-9a-f]{6}$'),
  secondary_color text not null check (secondary_color ~ '^#[0-9a-f]{6}$'),
  mark_file_id uuid,
  -- The earlier one that this one brought back.
  restored_from int,
  published_by uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, number),
  foreign key (org_id, mark_file_id) references stored_file (org_id, id)
);
select levee_secure('agency_look');
comment on table agency_look is 'Colours and mark of an agency, one row each time they were published; the highest number holds.';
comment on column agency_look.restored_from is 'The number of the earlier one that was published again.';

-- Colours and mark stand on every page of the agency: everybody may see them.
create policy shown on agency_look for select to levee_anon using (true);
grant select (org_id, id, number, primary_color, secondary_color, mark_file_id) on agency_look to levee_anon;
create policy marks on stored_file for select to levee_anon using ((org_id, id) in (select l.org_id, l.mark_file_id from agency_look l));
