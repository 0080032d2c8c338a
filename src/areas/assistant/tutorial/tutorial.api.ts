import { z } from "zod";
import { notAllowed, notFound } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { byDifficulty } from "./tour.labels.ts";
import { type Progress, progressInput, progressRow, tutorialRow } from "./tutorial.model.ts";
import { tutorials } from "./tutorials.data.ts";

type Stored = { tutorialId: string; currentStep: number; completed: boolean };
const shown = (row: Stored): Progress => ({
  tutorial_id: row.tutorialId,
  current_step: row.currentStep,
  completed: row.completed,
});

export const tutorialEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/tutorials",
    permission: "signed-in",
    tag: "tutorials",
    summary: "Active tutorials of a module that are for this person's role, easiest first",
    query: z.object({ module_name: z.string().max(60).optional() }),
    response: z.object({ items: z.array(tutorialRow) }),
    handler: async ({ actor, query }) => ({
      items: tutorials
        .filter(
          (t) =>
            t.is_active &&
            (!query.module_name || t.module_name === query.module_name) &&
            (!t.roles || t.roles.includes(actor.role)),
        )
        .toSorted(byDifficulty)
        .map((t) => ({
          id: t.id,
          module_name: t.module_name,
          is_active: t.is_active,
          difficulty_level: t.difficulty_level,
          title: t.title,
          steps: [...t.steps],
        })),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/user_tutorial_progress",
    permission: "signed-in",
    tag: "tutorials",
    summary: "Where you stand in the tutorials",
    query: z.object({ user_id: z.uuid("Invalid UUID format").optional() }),
    response: z.object({ items: z.array(progressRow) }),
    handler: async ({ db, actor, query }) => {
      if (query.user_id && query.user_id !== actor.personId) throw notAllowed();
      return {
        items: (
          await db.rows<Stored>(sql`
            select tutorial_id, current_step, completed
            from user_tutorial_progress
            where person_id = ${actor.personId}
            limit 500
          `)
        ).map(shown),
      };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/user_tutorial_progress",
    permission: "signed-in",
    tag: "tutorials",
    summary:
      "Keep where you stand: one row for each person and tutorial; a given user_id is ignored",
    status: 200,
    body: progressInput,
    response: progressRow,
    handler: async ({ tx, actor, body }) => {
      const tutorial = tutorials.find((t) => t.id === body.tutorial_id);
      if (!tutorial) throw notFound("tutorial");
      const step = Math.min(body.current_step, tutorial.steps.length - 1);
      return shown(
        await tx.one<Stored>(sql`
          insert into user_tutorial_progress (person_id, tutorial_id, current_step, completed)
          values (${actor.personId}, ${body.tutorial_id}, ${step}, ${body.completed ?? false})
          on conflict (person_id, tutorial_id)
          do update set
            current_step = excluded.current_step,
            completed = coalesce(
              ${body.completed ?? null}::boolean, user_tutorial_progress.completed
            ),
            updated_at = clock_timestamp()
          returning tutorial_id, current_step, completed
        `),
      );
    },
  }),
];
