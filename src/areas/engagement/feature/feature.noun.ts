import { defineNoun } from "#server/lifecycle.ts";
import { visitorNumber } from "../host.service.ts";
import { featureRequest } from "../engagement.tables.ts";
import { featureCycle } from "./feature.labels.ts";

export const featureNoun = defineNoun({
  name: "featureRequest",
  path: "feature-requests",
  table: featureRequest,
  cycle: featureCycle,
  number: (row) => visitorNumber(row.id),
  read: "inquiry.read",
});
