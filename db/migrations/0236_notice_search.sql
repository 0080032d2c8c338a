-- The public search finds words within words. An index of trigrams knows nothing of words of one or two characters ("77"), so that every row was read for them;
-- these are the parts of one and two characters that a row holds.
create function levee_short_parts(words text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct substr(low, at, size)), '{}') from (select lower(words) as low) w, generate_series(1, 2) size, generate_series(1, length(low) - size + 1) at
$$;
alter table solicitation_notice add column short_parts text[] not null generated always as (levee_short_parts(words)) stored;
create index solicitation_notice_short_parts on solicitation_notice using gin (short_parts) with (fastupdate = off);
-- What is open in a commodity is a part of what was ever published in it.
create index solicitation_notice_open_codes on solicitation_notice using gin (codes) with (fastupdate = off) where status in ('published', 'questions_closed');
