import { describe, expect, test } from "vitest";
import { noArea } from "#kernel/geo/area.ts";
import { livesOf } from "./alert-life.model.ts";
import type { AlertMessage } from "./alert-message.model.ts";

const message = (over: Partial<AlertMessage> & { identifier: string }): AlertMessage => ({
  issuer: "nws",
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
  zones: [],
  vtec: [],
  area: noArea,
  ...over,
});
const vtec = (action: string, endsAt: string | null = null, event = "KMPX.FL.W.0044") => [
  { action, event, endsAt },
];
const refers = (...identifiers: string[]) =>
  identifiers.map((identifier) => ({ identifier, issuer: "nws" }));
const now = "2026-11-13T12:00:00.000Z";
const statusOf = (messages: readonly AlertMessage[], at = now) =>
  Object.fromEntries(
    livesOf(messages, at).map((l) => [l.message.identifier, [l.status, ...l.livePlaces].join(" ")]),
  );

const chain = [
  message({ identifier: "a", vtec: vtec("NEW") }),
  message({
    identifier: "b",
    type: "update",
    sentAt: "2026-11-12T06:00:00.000Z",
    references: refers("a"),
    vtec: vtec("CON"),
  }),
  message({
    identifier: "c",
    type: "update",
    sentAt: "2026-11-12T12:00:00.000Z",
    references: refers("b"),
    codes: ["027139"],
    vtec: vtec("CAN"),
  }),
  message({
    identifier: "d",
    type: "update",
    sentAt: "2026-11-12T12:00:00.000Z",
    references: refers("b"),
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
      c: "cancelled",
      d: "active 027019",
      e: "active",
    });
    expect(statusOf(chain.slice(0, 3))).toEqual({
      a: "superseded",
      b: "active 027019",
      c: "cancelled",
    });
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
      references: refers("x"),
    });
    expect(statusOf([first])).toEqual({ x: "active" });
    expect(statusOf([cancel, first])).toEqual({ x: "cancelled", y: "cancelled" });
    const short = { ...first, endsAt: "2026-11-12T05:00:00.000Z" };
    expect(statusOf([short])).toEqual({ x: "expired" });
    expect(statusOf([short], "2026-11-12T04:00:00.000Z")).toEqual({ x: "active" });
  });
  test("two contents under one identifier both stand, named as a conflict", () => {
    const one = message({ identifier: "z", codes: ["027019"] });
    const other = message({ identifier: "z", codes: ["027143"] });
    const lives = livesOf([one, other], now);
    expect(lives).toEqual(livesOf([other, one, one], now));
    expect(lives.map((l) => [l.status, l.conflict, l.livePlaces[0]]).sort()).toEqual([
      ["active", true, "027019"],
      ["active", true, "027143"],
    ]);
    // The same words in another form are the same message.
    expect(livesOf([one, { ...one, areaText: "Carver County" }], now)).toHaveLength(1);
  });
});

const at = (hour: number) => `2026-11-12T${String(hour).padStart(2, "0")}:00:00.000Z`;
const storm = (
  identifier: string,
  hour: number,
  zones: string[],
  ...strings: AlertMessage["vtec"][]
) => message({ identifier, sentAt: at(hour), zones, vtec: strings.flat() });

describe("identity is the issuer's", () => {
  test("sister messages of one product that share a county end each other nowhere", () => {
    const sisters = [
      storm("west", 1, ["MNZ069"], vtec("CON")),
      storm("east", 1, ["MNZ070"], vtec("CON")),
    ];
    expect(statusOf(sisters)).toEqual({ west: "active MNZ069", east: "active MNZ070" });
  });
  test("a later word about one zone leaves the other zone of the county alone", () => {
    const both = storm("both", 1, ["MNZ069", "MNZ070"], vtec("NEW"));
    const cancelled = storm("cancelled", 2, ["MNZ069"], vtec("CAN"));
    expect(statusOf([both, cancelled])).toEqual({ both: "active MNZ070", cancelled: "cancelled" });
  });
  test("an upgrade ends what it upgrades and stands as the new event", () => {
    const watch = storm("watch", 1, ["MNZ069"], vtec("NEW", null, "KMPX.WS.A.0003"));
    const warning = storm(
      "warning",
      2,
      ["MNZ069"],
      vtec("UPG", null, "KMPX.WS.A.0003"),
      vtec("NEW", null, "KMPX.WS.W.0005"),
    );
    expect(statusOf([warning, watch])).toEqual({ watch: "upgraded", warning: "active MNZ069" });
    const [first, second] = livesOf([watch, warning], now);
    expect([first!.eventKey, second!.eventKey]).toEqual([
      "KMPX.WS.A.0003.2026",
      "KMPX.WS.W.0005.2026",
    ]);
  });
  test.each([
    ["NEW", "superseded"],
    ["CON", "superseded"],
    ["EXT", "superseded"],
    ["EXA", "superseded"],
    ["EXB", "superseded"],
    ["COR", "superseded"],
    ["UPG", "upgraded"],
    ["CAN", "cancelled"],
    ["EXP", "expired"],
    ["ROU", "active MNZ069"],
  ])("%s leaves the message before it %s", (action, status) => {
    const lives = statusOf([
      storm("a", 1, ["MNZ069"], vtec("NEW")),
      storm("b", 2, ["MNZ069"], vtec(action, at(3))),
    ]);
    expect(lives["a"]).toBe(status);
  });
  test("what is to expire holds until then, and a new word takes its place", () => {
    const first = { ...storm("a", 1, ["MNZ069"], vtec("NEW")), endsAt: at(3) };
    const soon = storm("b", 2, ["MNZ069"], vtec("EXP", at(3)));
    expect(statusOf([first, soon], at(2))).toMatchObject({ a: "active MNZ069" });
    expect(statusOf([first, soon], at(3))).toMatchObject({ a: "expired" });
    const again = storm("c", 2, ["MNZ069"], vtec("EXB", at(9)));
    expect(
      statusOf([first, soon, { ...again, sentAt: "2026-11-12T02:30:00.000Z" }], at(2)),
    ).toEqual({ a: "superseded", b: "expired", c: "active MNZ069" });
  });
  test("a test cancels no warning, and another issuer's identifier is another message", () => {
    const real = storm("real", 1, ["MNZ069"], vtec("NEW"));
    const drill = { ...storm("drill", 2, ["MNZ069"], vtec("CAN")), test: true };
    expect(statusOf([real, drill])["real"]).toBe("active MNZ069");
    const ours = message({ identifier: "1", issuer: "county" });
    const theirs = message({
      identifier: "2",
      issuer: "state",
      type: "cancel",
      sentAt: at(2),
      references: [{ identifier: "1", issuer: "state" }],
    });
    expect(statusOf([ours, theirs])["1"]).toBe("active 027019 027139");
    expect(livesOf([ours, { ...ours, issuer: "state" }], now).map((l) => l.conflict)).toEqual([
      false,
      false,
    ]);
  });
  test("messages that refer to each other in a circle have one first message", () => {
    const one = message({ identifier: "1", references: refers("2") });
    const two = message({ identifier: "2", references: refers("1"), sentAt: at(2) });
    expect(livesOf([one, two], now).map((l) => l.eventKey)).toEqual(["1", "1"]);
  });
  test("numbers begin anew each year, and an event keeps its own over the turn of the year", () => {
    const old = { ...storm("old", 1, ["MNZ069"], vtec("NEW")), sentAt: "2026-12-31T20:00:00.000Z" };
    const on = { ...storm("on", 1, ["MNZ069"], vtec("CON")), sentAt: "2027-01-02T20:00:00.000Z" };
    const fresh = {
      ...storm("new", 1, ["MNZ069"], vtec("NEW")),
      sentAt: "2027-01-09T20:00:00.000Z",
    };
    const lives = livesOf([fresh, on, old], "2027-01-10T00:00:00.000Z");
    expect(lives.map((l) => [l.message.identifier, l.eventKey, l.status])).toEqual([
      ["old", "KMPX.FL.W.0044.2026", "superseded"],
      ["on", "KMPX.FL.W.0044.2026", "active"],
      ["new", "KMPX.FL.W.0044.2027", "active"],
    ]);
  });
});
