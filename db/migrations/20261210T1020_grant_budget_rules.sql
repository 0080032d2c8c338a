-- The rule of grant budgets came later than the agencies that have the shipped rules already.
alter table organization no force row level security;
alter table legal_rule no force row level security;
insert into legal_rule (
  org_id, id, key, jurisdiction, citation, text, effective_from, effective_to, parameters, source, verified
)
select
  o.id,
  gen_random_uuid(),
  'grantBudget',
  'federal',
  r.citation,
  'Of a grant''s budget: from this cost a thing of more than a year''s use is equipment; the de minimis rate of indirect costs; and how much of each subaward counts in their base.',
  r.effective_from,
  r.effective_to,
  r.parameters,
  r.source,
  true
from organization o
cross join (
  values
    (
      '2 CFR 200.1 (equipment, modified total direct cost) and 200.414(f), before October 2024',
      date '2014-12-26',
      date '2024-10-01',
      '{"equipmentCents": 500000, "deMinimisBp": 1000, "subawardCapCents": 2500000}'::jsonb,
      '78 FR 78590, 26 December 2013, and 85 FR 49506, 13 August 2020'
    ),
    (
      '2 CFR 200.1 (equipment, modified total direct cost) and 200.414(f), revised 2024',
      date '2024-10-01',
      null,
      '{"equipmentCents": 1000000, "deMinimisBp": 1500, "subawardCapCents": 5000000}'::jsonb,
      '89 FR 30046, 22 April 2024, in force from 1 October 2024'
    )
) r (citation, effective_from, effective_to, parameters, source)
where not exists (
  select 1 from legal_rule k
  where k.org_id = o.id and k.key = 'grantBudget' and k.jurisdiction = 'federal'
);
alter table organization force row level security;
alter table legal_rule force row level security;
