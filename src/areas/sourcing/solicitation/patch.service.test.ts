import "#areas/sourcing/sourcing.server.ts";
import { expect, test } from "vitest";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { solicitationOf } from "#server/testing/sourcing.ts";
import { agency, as, people, read, solicitationSetUp, t } from "#server/testing/solicitations.ts";
import type { SolicitationDetail } from "./solicitation.model.ts";
import { createSolicitation } from "./solicitation.service.ts";
import { toForm, toInput } from "./solicitationForm.ts";

solicitationSetUp();
const ask = askingOf(() => t);

const contentOf = ({
  version: _v,
  title: _t,
  checks: _c,
  actions: _a,
  ...rest
}: SolicitationDetail) =>
  JSON.parse(
    JSON.stringify(rest, (name, value) =>
      name === "id" || name === "updatedAt" ? undefined : value,
    ),
  );

test("a change of a draft keeps what it does not name, and its options stay options", async () => {
  const { buyer } = people;
  const whole = solicitationOf(agency, { kind: "rfp" });
  whole.items = whole.items.map((item, at) => ({ ...item, optional: at === 0 }));
  const { id } = await as(buyer, (tx) => createSolicitation(tx, buyer, whole));
  const before = await read(id);
  expect(before.items.length + before.criteria.length).toBeGreaterThan(1);
  await ask(buyer, `PATCH /api/v1/solicitations/${id}`, { title: "Another title" });
  const after = await read(id);
  expect(after.title).toBe("Another title");
  expect(contentOf(after)).toEqual(contentOf(before));
  await ask(buyer, `PATCH /api/v1/solicitations/${id}`, toInput(toForm(after)), after.version);
  expect((await read(id)).items.map((item) => item.optional)).toEqual(
    before.items.map((item) => item.optional),
  );
  expect(before.items[0]!.optional).toBe(true);
  expect(
    await refusalOf(ask(buyer, `PATCH /api/v1/solicitations/${id}`, { title: "" }, null)),
  ).toContain("Say what is bought.");
});
