-- A warning stands whatever of its area cannot be read: it says what, and is judged by its whole counties.
alter table weather_alert drop constraint weather_alert_drawn_check;
alter table weather_alert add constraint weather_alert_drawn_check
  check (drawn in ('polygon', 'partly', 'counties', 'none'));
alter table weather_alert add column area_problem text not null default '';
