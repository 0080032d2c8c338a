import { bids, contract, joined, lumpSum, proposals, quotes } from "./contracts.data.ts";
import type { DemoContract } from "./contracts.data.ts";

/** Smaller contracts of Carver County, and two whose options and files need somebody. */
export const moreContracts: readonly DemoContract[] = [
  // Its option must be decided within this month: notice 30 days before the end.
  contract(
    ["Records management software", "513210"],
    ["SHF", "5510", "software"],
    { ...proposals, evidence: "RFP for records management, three proposals" },
    [10.5, 12, 74_000],
    "active",
    { options: [3, 12, 30] },
  ),
  contract(
    ["Copiers and printing, lease", "532420"],
    ["ADM", "5510", "cooperative"],
    { ...joined, evidence: "Cooperative contract for copiers" },
    [6, 36, 92_000],
    "active",
    {
      lead: {
        leadAgency: "City of Waconia",
        leadNumber: "2025-118",
        competitionNote: "RFP of the city, four proposals",
        rightNote: "Asked for in a letter; the answer is still to come",
        scope: "Copiers for county offices; the city's contract names them.",
        agreement: false,
      },
    },
  ),
  contract(
    ["Guardrail, supply and repair", "332322"],
    ["RDB", "5340", "services"],
    { ...bids, evidence: "ITB for guardrail, three bids" },
    [4, 24, 66_000],
    "active",
    { options: [1, 12, 60] },
  ),
  contract(
    ["Pavement markings", "237310"],
    ["RDB", "5410", "services"],
    { ...bids, evidence: "ITB for pavement markings, four bids" },
    [3, 12, 118_000],
    "active",
    { retainage: "5" },
  ),
  contract(
    ["Bridge inspections", "541330"],
    ["RDB", "5410", "professional"],
    { ...proposals, evidence: "Qualifications of five engineers" },
    [5, 36, 150_000],
  ),
  contract(
    ["Laboratory tests of drinking water", "541380"],
    ["UTL", "5410", "services"],
    { ...quotes, evidence: "Three quotes of accredited laboratories" },
    [2, 12, 24_000],
  ),
  contract(
    ["Sewer cleaning and television", "562998"],
    ["UTL", "5410", "services"],
    { ...bids, evidence: "ITB for sewer cleaning, two bids" },
    [7, 24, 84_000],
    "active",
    { insurance: true },
  ),
  contract(
    ["Telephone service", "517111"],
    ["ADM", "5410", "services"],
    { ...joined, evidence: "State contract for telecommunication" },
    [9, 24, 58_000],
    "active",
    {
      lead: {
        leadAgency: "State of Minnesota, IT Services",
        leadNumber: "TEL-3305",
        competitionNote: "Proposals of six carriers",
        rightNote: "Section 7, counties and cities",
        scope: "Lines and conference bridges of county offices.",
      },
    },
  ),
  contract(
    ["Mental health crisis line", "621420"],
    ["PHL", "5410", "services"],
    { ...proposals, evidence: "RFP for crisis services, two proposals" },
    [1, 24, 96_000],
  ),
  contract(
    ["Riprap for the levee toe", "212321"],
    ["RDB", "5340", "goods"],
    { ...quotes, evidence: "Three quotes of quarries" },
    [0, 8, 32_000],
    "out_for_signature",
    { vendor: "Northline Aggregates LLC" },
  ),
  contract(
    ["Trail resurfacing", "237310"],
    ["PRK", "5610", "construction"],
    { ...lumpSum, evidence: "ITB for the trail" },
    [0, 9, 176_000],
    "drafting",
    { retainage: "5" },
  ),
  contract(
    ["Evidence lockers", "337214"],
    ["SHF", "5610", "goods"],
    { ...quotes, evidence: "Two quotes" },
    [8, 6, 11_000],
    "closed",
  ),
];
