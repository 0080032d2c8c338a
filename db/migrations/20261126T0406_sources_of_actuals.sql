-- The system that actuals of past years come from, as people call it: charts name it.
alter table budget_actual add column source text not null default '' check (length(source) <= 60);
