-- A plan of routes may be solved on a file of distances beside roads and straight lines.
alter table route_plan add column matrix_file_id uuid;

update route_plan
set
  setup = (setup - 'byRoad') || jsonb_build_object(
    'ways',
    case when coalesce((setup ->> 'byRoad')::boolean, true) then 'roads' else 'straight' end
  );
