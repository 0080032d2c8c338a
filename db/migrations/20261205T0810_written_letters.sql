-- A letter that a workflow writes: its words as they were then, and the paper that a job makes of it.
create table written_letter (
  org_id uuid not null references organization (id),
  id uuid not null,
  template_id uuid not null,
  -- The record that it is attached to.
  object_type text,
  object_id uuid,
  object_number text not null default '',
  subject text not null,
  -- Markdown with the values in it.
  body text not null,
  kind text not null check (kind in ('letter', 'memo', 'mail')),
  writer_name text not null,
  -- Of a mail: to whom it goes.
  to_address text,
  -- What it was written for, once each.
  written_for text not null,
  file_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  unique (org_id, written_for),
  foreign key (org_id, template_id) references letter_template (org_id, id),
  check ((kind = 'mail') = (to_address is not null))
);
select levee_secure('written_letter');
