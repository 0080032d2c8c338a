import { systemActor } from "#kernel/access.ts";
import { allFigures, type FigureSource } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import type { Actor } from "#kernel/access.ts";
import { figureOf } from "./dashboard.service.ts";

/** What a figure says, and what its list says under the same filters. */
const compared = async (db: Db, actor: Actor, source: FigureSource): Promise<Finding[]> => {
  const figure = await figureOf(db, actor, source);
  const query = listQuery(source.list).parse(Object.fromEntries(new URLSearchParams(source.query)));
  const page = await runList(db, actor, source.list, { ...query, limit: 1 });
  if (page.totalCapped) return [];
  const said = (what: string, mine: number | null, its: number | null | undefined): Finding[] =>
    mine === (its ?? null)
      ? []
      : [
          {
            sentence: `The dashboard says ${what} ${mine} for “${source.label}”; the list that it opens says ${its}.`,
            link: figure.href,
          },
        ];
  return [
    ...said("a count of", figure.count, page.total),
    ...(source.sums ? said("an amount of", figure.amount, page.totals?.[source.sums]) : []),
  ];
};

export const figuresRule: Invariant = {
  name: "dashboard.figures",
  label: "Figures against their lists",
  area: "platform",
  what: "Every figure of the dashboard is the number and the amount of the list that it opens.",
  todo: "Tell whoever maintains Levee which figure it is: a figure and its list must count by one condition.",
  check: async ({ db, actor, beat }) => {
    const reader = {
      ...systemActor(actor.orgId),
      personId: actor.personId,
      timeZone: actor.timeZone,
    };
    const found: Finding[] = [];
    const figures = allFigures();
    for (const [at, source] of figures.entries()) {
      await beat(at, figures.length);
      found.push(...(await compared(db, reader as Actor, source)));
    }
    return found;
  },
};
