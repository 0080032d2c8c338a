// How 5,000 people stand to 40 requirements, everybody and one person, on a real database; and what
// drawing 200 monetary units of a million frozen payments costs beside reading their sum.
import { benchDatabase } from "./parts/database.ts";
import { machine, must, REPEATS, sayer, spread } from "./parts/figures.ts";
import "#areas.server.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { itemsOf, linesOf } from "#areas/assurance/sample/rows.model.ts";
import { drawUnits } from "#kernel/sampling/units.ts";
import {
  requirementsOf,
  standingOfRequirements,
} from "#areas/training/requirement/standing.service.ts";

const say = sayer("training");
const PEOPLE = 5_000;
const REQUIREMENTS = 40;
const [GOAL_ALL, GOAL_ONE] = [10, 1];

const bench = await benchDatabase("training");
const { owner } = bench;
const { orgId } = await makeAgency(bench.database);

await owner.query("set session_replication_role = replica");
await owner.query(
  `
    with people as (
      insert into person (id, email, display_name)
      select gen_random_uuid(), 'bench' || n || '@training.test', 'Person ' || lpad(n::text, 5, '0')
      from generate_series(1, $2::int) n
      returning id
    )
    insert into organization_member (org_id, person_id, title)
    select $1, id, 'Title ' || (row_number() over (order by id) % 20)
    from people
  `,
  [orgId, PEOPLE],
);
await owner.query(
  `
    insert into training_requirement (
      org_id, id, definition_id, version_no, name, status, published_at, code, audience
    )
    select
      $1, gen_random_uuid(), gen_random_uuid(), 1, 'Requirement ' || n, 'published',
      clock_timestamp(), 'CODE-' || n,
      jsonb_build_object(
        'everybody', true, 'roles', '[]'::jsonb, 'duties', '[]'::jsonb, 'departmentIds',
        '[]'::jsonb, 'titles', '[]'::jsonb, 'supervisors', false, 'personIds', '[]'::jsonb
      )
    from generate_series(1, $2::int) n
  `,
  [orgId, REQUIREMENTS],
);
await owner.query(
  `
    insert into person_certificate (
      org_id, id, number, status, holder_id, holder_name, code, title, issuer, valid_from,
      verified_by
    )
    select
      $1, gen_random_uuid(), 'QUAL-' || m.person_id || n, 'valid', m.person_id, '', 'CODE-' || n,
      'Title', 'Issuer', current_date - 30, gen_random_uuid()
    from organization_member m, generate_series(1, $2::int) n
    where m.org_id = $1 and n % 2 = 0
  `,
  [orgId, REQUIREMENTS],
);
await owner.query("set session_replication_role = origin");
await owner.query("analyze");

const db = bench.database.read({ orgId, personId: null, timeZone: "America/Chicago" });
const { rows } = await owner.query<{ id: string; n: string }>(
  "select max(person_id::text) as id, count(*) as n from organization_member where org_id = $1",
  [orgId],
);
const seconds = async (work: () => Promise<void>): Promise<number[]> => {
  const took: number[] = [];
  for (let turn = 0; turn < REPEATS; turn += 1) {
    const started = performance.now();
    await work();
    took.push((performance.now() - started) / 1000);
  }
  return took;
};

say(machine());
const all = await seconds(async () => {
  const standing = await standingOfRequirements(db);
  must(standing.length === REQUIREMENTS, "every requirement stands");
  must(
    standing.every(({ people }) => people === Number(rows[0]!.n)),
    "it touches everybody",
  );
  must(standing.filter(({ met }) => met > 0).length === REQUIREMENTS / 2, "half of them are met");
});
say({ figure: "everybody_seconds", people: Number(rows[0]!.n), goal: GOAL_ALL, ...spread(all) });
const one = await seconds(async () => {
  must((await requirementsOf(db, rows[0]!.id)).length === REQUIREMENTS, "one person stands");
});
say({ figure: "one_person_seconds", goal: GOAL_ONE, ...spread(one) });
await bench.close();

const PAYMENTS = 1_000_000;
const frozen = linesOf(
  Array.from({ length: PAYMENTS }, (_, n) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    number: `PAY-2027-${n}`,
    // Mostly small, a few large, some credits and zeros.
    cents:
      n % 97 === 0 ? -5_00 : n % 89 === 0 ? 0 : ((n * 7919) % 250_000) + (n % 50_021 ? 1 : 1e9),
  })),
);
const summed = () => itemsOf(frozen)!.reduce((sum, { cents }) => sum + cents, 0);
const drawn = () => drawUnits(itemsOf(frozen)!, "a seed", 200).drawn.length;
const ratios: number[] = [];
for (let turn = 0; turn < REPEATS; turn += 1) {
  const began = performance.now();
  must(summed() > 0, "the payments add up");
  const read = performance.now();
  must(drawn() >= 190, "the sample is drawn");
  ratios.push((performance.now() - read) / (read - began));
}
say({ figure: "unit_sample_to_sum", payments: PAYMENTS, goal: 1.5, ...spread(ratios) });
