-- When a project is needed, and what waiting for it costs: a plan weighs scores by it.
alter table capital_request
  add column need_by int check (need_by between 1990 and 2200),
  add column condition text not null default 'none'
    check (condition in ('none', 'good', 'fair', 'poor', 'failing')),
  add column waiting_cents bigint not null default 0 check (waiting_cents >= 0);

-- What a year of waiting, and a year past the need, takes of a score, in percent.
alter table capital_scenario
  add column wait_percent int not null default 3 check (wait_percent between 0 and 50),
  add column late_percent int not null default 20 check (late_percent between 0 and 90);
