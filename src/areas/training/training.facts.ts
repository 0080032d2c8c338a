import { defineDimension, defineFacts } from "#server/facts/facts.ts";
import { certificateList } from "./certificate/certificate.list.ts";

/** What can be counted of certificates of people. */
export const trainingFacts = defineFacts({
  id: "personCertificates",
  label: "Certificates of people",
  grain: "a certificate of a person",
  list: certificateList,
  permission: "training.read",
  page: "/admin/certifications",
  day: { label: "Valid from", filter: "validFrom" },
  dimensions: [
    {
      of: defineDimension("personCertificateStatus", "Status of the certificate"),
      filter: "status",
      name: "status",
    },
  ],
  measures: {
    certificates: { label: "Number of certificates of people", kind: "count" },
  },
});
