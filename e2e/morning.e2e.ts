import { expect, test } from "vitest";

type Morning = Record<
  string,
  {
    counts: { notifications: number; tasks: number; approvals: number };
    notices: string[];
    waiting: string[];
  }
>;
const seen = process.env.E2E_MORNING ? (JSON.parse(process.env.E2E_MORNING) as Morning) : null;

// Asked by the setup before any journey ran; a server that was there already has had its morning.
test.skipIf(!seen).each(["admin", "manager", "user", "platform"])(
  "on a fresh start %s finds 3 notices, 7 things to do, 3 of them approvals, with the six samples among them",
  (name) => {
    const { counts, notices, waiting } = seen![name]!;
    expect(counts).toMatchObject({ notifications: 3, tasks: 7, approvals: 3 });
    expect([...notices].sort()).toEqual([
      "Approval required for a purchase order",
      "Budget threshold exceeded at 95 percent",
      "New bid received",
    ]);
    expect(waiting).toHaveLength(7);
    for (const sample of [
      "Review budget variance",
      "Approve vendor payment",
      "Sign contract amendment",
    ])
      expect(waiting).toContain(sample);
  },
);
