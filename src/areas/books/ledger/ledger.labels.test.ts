import { expect, test } from "vitest";
import { pageAt } from "#areas.ts";
import { documentPlaces } from "./ledger.labels.ts";

test("every document of an entry opens at a page of its own", () => {
  const id = "01930000-0000-7000-8000-000000000001";
  const opened = Object.entries(documentPlaces).map(([type, place]) => [
    type,
    pageAt(`${place}/${id}`)?.path,
  ]);
  expect(opened).toEqual(
    Object.entries(documentPlaces).map(([type, place]) => [type, `${place}/:id`]),
  );
});
