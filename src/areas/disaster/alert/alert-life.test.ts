import { describe, expect, test } from "vitest";
import { noArea } from "#kernel/geo/area.ts";
import { livesOf, type AlertMessage } from "./alert-life.model.ts";

const message = (over: Partial<AlertMessage> & { identifier: string }): AlertMessage => ({
  sender: "NWS",
  sentAt: "2026-11-12T00:00:00.000Z",
  type: "alert",
  test: false,
  references: [],
  event: "Flood Warning",
  severity: "severe",
  urgency: "expected",
  certainty: "observed",
  headline: "",
  description: "",
  instruction: "",
  areaText: "",
  onsetAt: null,
  endsAt: null,
  codes: ["027019", "027139"],
  vtec: [],
  area: noArea,
  ...over,
});
const vtec = (action: string) => [{ action, event: "KMPX.FL.W.0044" }];
const now = "2026-11-13T12:00:00.000Z";
const statusOf = (messages: readonly AlertMessage[], at = now) =>
  Object.fromEntries(
    livesOf(messages, at).map((l) => [l.identifier, [l.status, ...l.liveCodes].join(" ")]),
  );

const chain = [
  message({ identifier: "a", vtec: vtec("NEW") }),
  message({
    identifier: "b",
    type: "update",
    sentAt: "2026-11-12T06:00:00.000Z",
    references: ["a"],
    vtec: vtec("CON"),
  }),
  message({
    identifier: "c",
    type: "update",
    sentAt: "2026-11-12T12:00:00.000Z",
    references: ["b"],
    codes: ["027139"],
    vtec: vtec("CAN"),
  }),
  message({
    identifier: "d",
    type: "update",
    sentAt: "2026-11-12T12:00:00.000Z",
    references: ["b"],
    codes: ["027019"],
    vtec: vtec("EXT"),
  }),
  message({ identifier: "e", sentAt: "2026-11-12T13:00:00.000Z", event: "Test", codes: [] }),
];

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, n) =>
        permutations([...items.slice(0, n), ...items.slice(n + 1)]).map((rest) => [item, ...rest]),
      );

describe("the life of a chain of warnings", () => {
  test("a county whose warning is cancelled leaves, the other goes on", () => {
    expect(statusOf(chain)).toEqual({
      a: "superseded",
      b: "superseded",
      d: "active 027019",
      e: "active",
    });
    expect(statusOf(chain.slice(0, 3))).toEqual({ a: "superseded", b: "active 027019" });
  });
  test("ends alike in every order, and when messages come twice", () => {
    const wanted = statusOf(chain);
    for (const order of permutations(chain)) {
      expect(statusOf(order)).toEqual(wanted);
      expect(statusOf([...order, ...order.slice(0, 3)])).toEqual(wanted);
    }
  });
  test("a cancel by reference ends it, an end in the past expires it, silence ends nothing", () => {
    const first = message({ identifier: "x", codes: [] });
    const cancel = message({
      identifier: "y",
      type: "cancel",
      sentAt: "2026-11-12T01:00:00.000Z",
      references: ["x"],
    });
    expect(statusOf([first])).toEqual({ x: "active" });
    expect(statusOf([cancel, first])).toEqual({ x: "cancelled" });
    const short = { ...first, endsAt: "2026-11-12T05:00:00.000Z" };
    expect(statusOf([short])).toEqual({ x: "expired" });
    expect(statusOf([short], "2026-11-12T04:00:00.000Z")).toEqual({ x: "active" });
  });
  test("of two contents under one identifier the same one counts always", () => {
    const one = message({ identifier: "z", codes: ["027019"] });
    const other = message({ identifier: "z", codes: ["027143"] });
    expect(livesOf([one, other], now)).toEqual(livesOf([other, one], now));
  });
});
