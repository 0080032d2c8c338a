import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { projectionOf } from "./drawn.model.ts";
import type { ItemRow, PopulationLine, PopulationRow, SampleRow } from "./sample.model.ts";

type Stored = Omit<SampleRow, "items" | "projection"> & { populationId: string };

/** The populations of a procedure with their samples, and what the tested items say of the whole. */
export const populationsOf = async (db: Db, procedureId: string): Promise<PopulationRow[]> => {
  const [populations, samples, items] = await Promise.all([
    db.rows<Omit<PopulationRow, "samples">>(sql`
      select id, list, title, query, amount, frozen_at, items, cents, digest, file_id
      from assurance_population
      where org_id = ${db.scope.orgId} and procedure_id = ${procedureId}
      order by frozen_at
    `),
    db.rows<Stored>(sql`
      select s.id, s.population_id, s.method, s.seed, s.size, s.confidence, s.facts, s.drawn_at
      from assurance_sample s
      join assurance_population p on p.org_id = s.org_id and p.id = s.population_id
      where s.org_id = ${db.scope.orgId} and p.procedure_id = ${procedureId}
      order by s.drawn_at
    `),
    db.rows<ItemRow & { sampleId: string }>(sql`
      select
        i.id, i.sample_id, i.place, i.record_id, i.number, i.cents, i.certain, i.stratum, i.result,
        i.audited_cents, i.said
      from assurance_item i
      join assurance_sample s on s.org_id = i.org_id and s.id = i.sample_id
      join assurance_population p on p.org_id = s.org_id and p.id = s.population_id
      where i.org_id = ${db.scope.orgId} and p.procedure_id = ${procedureId}
      order by i.place
    `),
  ]);
  return populations.map((population) => ({
    ...population,
    samples: samples
      .filter(({ populationId }) => populationId === population.id)
      .map(({ populationId: _population, ...sample }) => {
        const own = items
          .filter(({ sampleId }) => sampleId === sample.id)
          .map(({ sampleId: _sample, ...item }) => item);
        return { ...sample, items: own, projection: projectionOf({ ...sample, items: own }) };
      }),
  }));
};

/** The populations of an audit, with how many records were drawn of each and are tested. */
export const populationLines = (db: Db, auditId: string): Promise<PopulationLine[]> =>
  db.rows<PopulationLine>(sql`
    select
      o.id, o.procedure_id, p.number as procedure, o.title, o.query, o.frozen_at, o.items, o.cents,
      count(i.id)::int as drawn, count(i.result)::int as tested
    from assurance_population o
    join assurance_procedure p on p.org_id = o.org_id and p.id = o.procedure_id
    left join assurance_sample s on s.org_id = o.org_id and s.population_id = o.id
    left join assurance_item i on i.org_id = s.org_id and i.sample_id = s.id
    where o.org_id = ${db.scope.orgId} and o.audit_id = ${auditId}
    group by o.org_id, o.id, p.number
    order by o.frozen_at
  `);
