// Why a step of an asset, a work order, an inspection or a corrective action is refused: the pure
// rules with their sentences.
import { expect, test } from "vitest";
import { reasonOf } from "#server/testing/rules.ts";
import { correctiveCycle } from "./action/action.labels.ts";
import { assetCycle, standsAt } from "./asset/asset.labels.ts";
import { inspectionCycle } from "./inspection/inspection.labels.ts";
import { safetyCycle } from "./safety/safety.labels.ts";
import { workOrderCycle } from "./work-order/work-order.labels.ts";

test("an asset is put in service whole, and retired when no work is open", () => {
  const asset = { status: "received", tag: "1", placeId: "x", location: "", custodianId: "c" };
  const put = (over: object) => reasonOf(assetCycle, "putInService", { ...asset, ...over });
  expect(put({})).toBeNull();
  expect(put({ tag: "" })).toBe("It lacks a tag.");
  expect(put({ placeId: null, latitude: "44.780000" })).toBeNull();
  expect(put({ placeId: null, custodianId: null, departmentId: null })).toBe(
    "It lacks a place and a custodian or a department.",
  );
  const retire = (openWork: number) =>
    reasonOf(assetCycle, "retire", { status: "in_service", openWork });
  expect(retire(1)).toBe("Work is open on it: 1 work order.");
  expect(retire(2)).toBe("Work is open on it: 2 work orders.");
  expect(retire(0)).toBeNull();
});

test("where an asset stands is its place, else what was said of it, else its position", () => {
  const position = "44.78, -93.4";
  expect(standsAt({ place: "Mill Road", location: "Shed", position })).toBe("Mill Road");
  expect(standsAt({ place: null, location: "Shed", position })).toBe("Shed");
  expect(standsAt({ place: null, location: "", position })).toBe(position);
  expect(standsAt({ place: null, location: "", position: null })).toBeNull();
});

test("a repair says what was done, and mandatory tasks are done", () => {
  const order = { status: "completed", kind: "corrective", remedy: "", openHours: 0 };
  expect(reasonOf(workOrderCycle, "close", order)).toBe(
    "A repair says what was done before it is closed.",
  );
  expect(reasonOf(workOrderCycle, "close", { ...order, remedy: "New seal" })).toBeNull();
  const repaired = { ...order, remedy: "New seal" };
  expect(reasonOf(workOrderCycle, "close", { ...repaired, openHours: 1 })).toBe(
    "1 entry of hours waits for approval. Approve or withdraw them, then close.",
  );
  expect(reasonOf(workOrderCycle, "close", { ...repaired, openHours: 2 })).toBe(
    "2 entries of hours wait for approval. Approve or withdraw them, then close.",
  );
  const start = (openPermits: string[]) =>
    reasonOf(workOrderCycle, "start", { status: "approved", openPermits });
  expect(start(["confinedSpace", "hotWork"])).toBe(
    "Confined space: issue today's permit first. 29 CFR 1910.146",
  );
  expect(start([])).toBeNull();
  const complete = (openTasks: number) =>
    reasonOf(workOrderCycle, "complete", { status: "in_progress", openTasks });
  expect(complete(1)).toBe("1 mandatory task is open.");
  expect(complete(2)).toBe("2 mandatory tasks are open.");
  expect(complete(0)).toBeNull();
});

test("an inspection begins by somebody who may, and another one reviews it", () => {
  const start = (over: object) =>
    reasonOf(inspectionCycle, "start", { status: "scheduled", lacking: [], ...over });
  expect(start({ lacking: ["a bridge certificate"] })).toBe(
    "It demands a bridge certificate, which is not checked: who manages inspections acknowledges it by name.",
  );
  expect(start({})).toBeNull();
  const review = (submittedBy: string) =>
    reasonOf(inspectionCycle, "review", { status: "submitted", submittedBy });
  expect(review("p")).toBe("Somebody other than who inspected reviews it.");
  expect(review("q")).toBeNull();
});

test("a case is closed once its corrective actions are", () => {
  const close = (openActions: number) =>
    reasonOf(safetyCycle, "close", { status: "classified", severe: null, openActions });
  expect(close(1)).toBe("1 corrective action is open.");
  expect(close(2)).toBe("2 corrective actions are open.");
  expect(close(0)).toBeNull();
});

test("the plan of a corrective action is approved by another person than its owner", () => {
  const approve = (ownerId: string) =>
    reasonOf(correctiveCycle, "approvePlan", { status: "root_cause", ownerId });
  expect(approve("p")).toBe("Somebody other than its owner approves the plan.");
  expect(approve("q")).toBeNull();
});
