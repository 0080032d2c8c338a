-- Whoever is paid must not be one of those who pay: a person acts for a vendor or works in an agency, never both. The services say so first; this holds
-- against two requests at once and against every other way to the tables. It reads as levee_identity, which sees both sides.
create function levee_one_side() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('side of ' || new.person_id, 0));
  if tg_table_name = 'vendor_user' then
    if exists (select 1 from organization_member m where m.person_id = new.person_id and m.active) then
      raise exception using errcode = 'LV411', message = 'This person works in an agency.';
    end if;
  elsif new.active and exists (select 1 from vendor_user v where v.person_id = new.person_id) then
    raise exception using errcode = 'LV411', message = 'This person acts for a vendor.';
  end if;
  return new;
end $$;
do $$ begin execute format('grant levee_identity to %I', current_user); end $$;
grant create on schema public to levee_identity;
alter function levee_one_side() owner to levee_identity;
revoke create on schema public from levee_identity;
revoke all on function levee_one_side() from public;
create trigger one_side before insert on vendor_user for each row execute function levee_one_side();
create trigger one_side before insert or update of active on organization_member for each row execute function levee_one_side();
