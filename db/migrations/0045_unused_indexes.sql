-- Indexes on text likeness and on array overlap are closed under row security (their operators are not leakproof, so the planner must not
-- ask them before the policy): nothing reads them, and they cost most of the time of a bulk insert.
drop index vendor_search;
drop index vendor_key_like;
drop index vendor_by_commodity;
drop index commodity_name;
