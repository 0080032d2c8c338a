-- Lets a statement that goes out with the commit refuse by itself: the transaction ends, and the server explains why by the detail that it gave.
create function levee_refuse(detail text) returns uuid language plpgsql as $$
begin
  raise exception using errcode = 'LV409', message = 'refused', detail = detail;
end $$;
