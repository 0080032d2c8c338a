-- Certifications of vendors with the days on which they hold. `valid_to` is the last day; from `ended_on` on a
-- certificate holds no more, whatever it says. Without `dates_recorded` nobody saw the certificate's dates: it
-- was only stated, since `valid_from` where that is known.
create table vendor_certification (
  org_id uuid not null,
  id uuid not null,
  vendor_id uuid not null,
  kind text not null check (kind in ('mbe', 'wbe', 'wosb', 'sdvosb', 'vosb', 'dbe', 'hubzone', 'sb', '8a', 'lsa')),
  certifier text not null default '' check (length(certifier) <= 200),
  certificate_number text not null default '' check (length(certificate_number) <= 100),
  valid_from date,
  valid_to date,
  dates_recorded boolean not null,
  file_id uuid,
  ended_on date,
  ended_reason text check (length(ended_reason) >= 3),
  created_by uuid,
  version int not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (org_id, id),
  foreign key (org_id, vendor_id) references vendor(org_id, id),
  foreign key (org_id, file_id) references stored_file(org_id, id),
  check (valid_to >= valid_from),
  check (not dates_recorded or valid_from is not null),
  check (dates_recorded or valid_to is null),
  check ((ended_on is null) = (ended_reason is null))
);
select levee_secure('vendor_certification');
create index vendor_certification_of on vendor_certification (org_id, vendor_id);
create index vendor_certification_file on vendor_certification (org_id, file_id) where file_id is not null;
create index vendor_certification_ends on vendor_certification (org_id, valid_to) where valid_to is not null and ended_on is null;
grant select (org_id, vendor_id, kind, valid_from, valid_to, ended_on) on vendor_certification to levee_anon;
grant select (org_id, id, vendor_id, kind, certifier, certificate_number, valid_from, valid_to, dates_recorded, ended_on) on vendor_certification to levee_vendor;
create policy of_vendors_shown on vendor_certification for select to levee_anon, levee_vendor using ((org_id, vendor_id) in (select v.org_id, v.id from vendor v));

-- What was ticked until now holds without end.
insert into vendor_certification (org_id, id, vendor_id, kind, dates_recorded)
select v.org_id, gen_random_uuid(), v.id, k.kind, false
from vendor v
cross join lateral (select distinct unnest(v.diversity) as kind) k
where k.kind in ('mbe', 'wbe', 'wosb', 'sdvosb', 'vosb', 'dbe', 'hubzone', 'sb', '8a', 'lsa');

-- Certificates of both records stay with the firm when they are merged: none is chosen any more.
update vendor_merge set taken = taken - 'diversity' where taken ? 'diversity';

alter table vendor drop column diversity;
