import { expect, test } from "vitest";
import { toForm, toInput } from "./RequestFields.tsx";

test("money of ten years comes back from the form as it went in", () => {
  const cents = [100, 0, 300, 0, 0, 600, 700, 0, 900, 1000];
  const form = toForm({
    title: "Bridge",
    description: "",
    departmentId: "d",
    accountId: "a",
    earliest: 2028,
    latest: 2030,
    operatingCents: 0,
    latitude: null,
    longitude: null,
    phases: [{ name: "Build", cents }],
    funding: [{ sourceId: "s", cents }],
    requires: [],
    excludes: [],
  } as never);
  expect(toInput(form)).toMatchObject({
    phases: [{ name: "Build", cents }],
    funding: [{ sourceId: "s", cents }],
  });
});
