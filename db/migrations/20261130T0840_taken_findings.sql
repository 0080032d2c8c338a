-- A finding that was taken over from a failing control or a desk review names it, and is taken over once.
alter table assurance_finding
  add column source_id uuid,
  add column source_number text not null default '';
create unique index assurance_finding_taken on assurance_finding (org_id, source, source_id)
  where source_id is not null and status <> 'withdrawn';

-- What breaks a control is hidden from whom it does not concern; a finding that comes of it is as well: its
-- author's, its responder's, and theirs who read all failures. The rest stays as it was.
create function levee_reads_failures() returns boolean language sql stable as $$
  select (select levee_person()) is null
    or exists (
      select 1
      from held_duty d
      where d.org_id = (select levee_org())
        and d.person_id = (select levee_person())
        and d.duty in ('auditor', 'compliance_officer', 'controller')
    )
    or (
      select r.role
      from user_role r
      where r.org_id = (select levee_org())
        and r.person_id = (select levee_person())
        and (r.expires_at is null or r.expires_at > clock_timestamp())
      order by r.granted_at desc, r.id desc
      limit 1
    ) in ('manager', 'admin')
$$;
create policy as_its_failure on assurance_finding as restrictive to levee_app
  using (
    source <> 'control'
    or (select levee_person()) in (author_id, responder_id)
    or (select levee_reads_failures())
  )
  with check (
    source <> 'control'
    or (select levee_person()) in (author_id, responder_id)
    or (select levee_reads_failures())
  );
