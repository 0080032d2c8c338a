-- A search of SAM.gov that somebody made by hand where no list is loaded: for whom, when, what it found, and the picture of it. Nothing of it is changed.
create table exclusion_search (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  searched_on date not null,
  excluded boolean not null,
  note text not null default '',
  -- Name, UEI and address that were searched for: it says nothing about another name.
  subject jsonb not null,
  file_id uuid not null,
  person_id uuid not null,
  at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  foreign key (person_id) references person(id)
);
select levee_secure('exclusion_search');
revoke update, delete on exclusion_search from levee_app;
create index exclusion_search_of on exclusion_search (org_id, vendor_id, searched_on desc, at desc);
create index exclusion_search_file on exclusion_search (org_id, file_id);

-- A screening by such a search: what else names the list names the search and its file, of no records.
alter table vendor_screening
  add column search_id uuid,
  add constraint vendor_screening_search_fkey foreign key (org_id, search_id) references exclusion_search(org_id, id);
