import { expect, test, vi } from "vitest";
import type { OfferedAction } from "#kernel/lifecycle.ts";
import { compactOffers, offersOf, othersSteps, type ExtraAction } from "./offers.ts";

const action = (
  name: string,
  tone: OfferedAction["tone"],
  reason: string | null = null,
): OfferedAction => ({
  name,
  label: name,
  enabled: reason === null,
  reason,
  needsReason: false,
  tone,
});
const none = () => {};
const names = (actions: readonly OfferedAction[], extra: readonly ExtraAction[] = []) => {
  const { main, rest } = compactOffers(offersOf(actions, extra, none, none));
  return [main?.label ?? null, rest.map((offer) => offer.label)];
};

test("the wide bar has the screen's own first and the primary action last; each goes its own way", () => {
  const press = vi.fn();
  const go = vi.fn();
  const here = vi.fn();
  const offers = offersOf(
    [action("approve", "primary"), action("void", "danger"), action("match", "default")],
    [
      { label: "Correct", to: "/invoices/1/edit" },
      { label: "Screen", onSelect: here },
    ],
    press,
    go,
  );
  expect(offers.map((offer) => offer.label)).toEqual([
    "Correct",
    "Screen",
    "void",
    "match",
    "approve",
  ]);
  for (const offer of offers) offer.press();
  expect([
    go.mock.calls,
    here.mock.calls.length,
    press.mock.calls.map(([each]) => (each as OfferedAction).name),
  ]).toEqual([[["/invoices/1/edit"]], 1, ["void", "match", "approve"]]);
});

test("of several primary actions the last that is possible is the main one", () => {
  const tones = (actions: readonly OfferedAction[]) =>
    offersOf(actions, [], none, none).map(({ label, tone }) => `${label} ${tone}`);
  expect(
    tones([
      action("schedule", "primary"),
      action("start", "primary"),
      action("close", "primary", "It has not begun."),
    ]),
  ).toEqual(["schedule default", "start primary", "close default"]);
  expect(tones([action("score", "primary", "No criteria.")])).toEqual(["score primary"]);
});

test("a phone shows the primary action, and keeps the rest in the menu: possible ones, those that end something, then those with a reason", () => {
  expect(
    names(
      [
        action("short-close", "default", "Not invoiced."),
        action("cancel", "danger"),
        action("issue", "primary"),
      ],
      [{ label: "Change order", to: "/change" }],
    ),
  ).toEqual(["issue", ["Change order", "cancel", "short-close"]]);
});

test("a primary action that is not possible gives its place to another and takes its reason into the menu", () => {
  const offers = offersOf(
    [action("submit", "primary", "Line 1 is not received."), action("match", "default")],
    [],
    none,
    none,
  );
  const { main, rest } = compactOffers(offers);
  expect([main?.label, rest.map((offer) => [offer.label, offer.enabled, offer.reason])]).toEqual([
    "match",
    [["submit", false, "Line 1 is not received."]],
  ]);
});

test("what asks why before it is done is no main button of a phone", () => {
  expect(names([{ ...action("decline", "default"), needsReason: true }])).toEqual([
    null,
    ["decline"],
  ]);
});

test("nothing that destroys stands alone at the thumb, nor what only leads away", () => {
  expect(names([action("void", "danger")])).toEqual([null, ["void"]]);
  expect(names([], [{ label: "As the public sees it", tone: "quiet", href: "/public" }])).toEqual([
    null,
    ["As the public sees it"],
  ]);
  expect(names([])).toEqual([null, []]);
});

test("the screen's own action that is not possible says why", () => {
  const { main, rest } = compactOffers(
    offersOf(
      [],
      [{ label: "Receive goods", to: "/receive", tone: "primary", reason: "The order is closed." }],
      none,
      none,
    ),
  );
  expect([main, rest[0]!.enabled, rest[0]!.reason]).toEqual([null, false, "The order is closed."]);
});

test("main steps that wait for another permission are named; what is offered, a rule's or the system's is not", () => {
  const main = { tone: "primary", from: ["open"] };
  const steps = {
    approve: { ...main, label: "Approve", permission: "invoice.approve" },
    match: { ...main, label: "Match", permission: "invoice.edit" },
    pay: { ...main, label: "Pay", permission: "payment.release", system: true },
    note: { label: "Note", from: ["open"], permission: "payment.release" },
    close: { ...main, label: "Close", permission: "payment.release", from: ["paid"] },
    turn: { ...main, label: "Turn", permission: "payment.release", suits: () => false },
  };
  const record = { status: "open", actions: [] };
  const can = (permission: string) => permission === "invoice.edit";
  expect(othersSteps(steps, record, can)).toEqual([
    { label: "Approve", permission: "invoice.approve" },
  ]);
  expect(
    othersSteps(steps, { ...record, actions: [action("approve", "primary", "You wrote it")] }, can),
  ).toEqual([]);
  expect(othersSteps(undefined, record, can)).toEqual([]);
});
