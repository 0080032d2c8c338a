// What the round trip is told of the forms of stores, and of agencies that are served.
import { agencyDay } from "#server/testing/days.ts";
import { two, type Told } from "./round-trip.setup.ts";

const told = (...fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, "the history names the words together"]));

/** By the name of the form, as it stands in its file. */
export const toldOfStores: Record<string, Told> = {
  servedClientForm: {
    screens: ["served/screens/ClientDialog.tsx"],
    given: () => ({
      email: ["bills@laketown.test", "office@laketown.test"],
      contacts: [
        [{ name: "June Albers", role: "Clerk", email: "june@laketown.test", phone: "" }],
        [{ name: "Ole Vang", role: "", email: "", phone: "952-555-0100" }],
      ],
    }),
    exceptions: { contacts: "the history names each contact" },
  },
  clientAgreementForm: {
    screens: ["served/screens/AgreementFields.tsx"],
    within: () => ({ clientId: two.client[0] }),
    given: () => ({
      startsOn: [agencyDay(-30), agencyDay(-20)],
      endsOn: [agencyDay(300), agencyDay(330)],
      ceiling: [5_000_00, 6_000_00],
      overheadOn: ["hours", "all"],
      overheadBp: [1000, 1250],
      services: [
        [{ code: "CREW", name: "Road crew", kind: "hour", rate: 60_00 }],
        [{ code: "COST", name: "Materials", kind: "cost", rate: null }],
      ],
    }),
    exceptions: { services: "the history names each service" },
    changedAsWhole: true,
  },
  hostingAgreementForm: {
    screens: ["billing/screens/AgreementFields.tsx"],
    within: () => ({ customerId: two.agency[0] }),
    given: () => ({
      planId: two.plan,
      startsOn: [agencyDay(-30), agencyDay(-20)],
      endsOn: [agencyDay(300), agencyDay(330)],
      billEmail: ["bills@northfork.test", "office@northfork.test"],
      renewMonths: [12, 24],
      noticeDays: [60, 90],
      discountBp: [1000, 500],
    }),
    changedAsWhole: true,
  },
  clientRequestForm: {
    screens: ["served/screens/RequestDialog.tsx"],
    within: () => ({ clientId: two.client[0] }),
    given: () => ({
      wantedOn: [agencyDay(10), agencyDay(20)],
      workOrderId: two.workOrder,
    }),
  },
  auditForm: {
    screens: ["assurance/screens/AuditDialog.tsx"],
    given: () => ({
      fiscalYear: [2026, 2027],
      startsOn: [agencyDay(-30), agencyDay(-20)],
      reportDueOn: [agencyDay(30), agencyDay(40)],
      responseDueOn: [agencyDay(20), agencyDay(25)],
      contactId: two.others,
      yearEndedOn: [agencyDay(-90), agencyDay(-80)],
      reportedOn: [agencyDay(-9), agencyDay(-8)],
      acceptedOn: [agencyDay(-7), agencyDay(-6)],
    }),
  },
  objectiveForm: {
    screens: ["assurance/screens/quality/ObjectiveDialog.tsx"],
    given: () => ({
      measure: ["firstPass", "inFull"],
      direction: ["at_least", "at_most"],
      target: ["90", "85.5"],
      period: ["month", "week"],
      baseFrom: [agencyDay(-400), agencyDay(-390)],
      baseTo: [agencyDay(-100), agencyDay(-90)],
      ownerId: two.others,
    }),
  },
  auditFindingForm: {
    screens: ["assurance/screens/FindingDialog.tsx"],
    untold: {
      repeatsId: "no finding stands before the first",
      source: "a finding without an audit is of an outside report; it changes to no other",
      ...told("criteria", "condition", "cause", "effect", "recommendation"),
    },
    given: () => ({
      source: ["outside", "outside"],
      reference: ["2026-001", "2026-002"],
      firstYear: [2025, 2026],
      responderId: two.others,
      repeatsId: [null, null],
      questioned: [
        [{ award: "ALN 97.036", known: 100_00, likely: 200_00 }],
        [{ award: "ALN 20.205", known: 50_00, likely: 50_00 }],
      ],
    }),
    exceptions: { questioned: "the history names each award" },
  },
  stockItemForm: {
    screens: ["inventory/screens/ItemFields.tsx"],
    given: () => ({
      commodityCode: ["212312", "212321"],
      packs: [
        [{ name: "case", quantity: "12" }],
        [
          { name: "box", quantity: "2.5" },
          { name: "pallet", quantity: "40" },
        ],
      ],
      reorderPoint: ["10", "20.5"],
      orderUpTo: ["100", "200.25"],
      keeperId: two.member,
    }),
  },
  projectForm: {
    screens: ["projects/screens/ProjectFields.tsx"],
    untold: { segmentCode: "a project keeps its code in the ledger" },
    given: () => ({
      // The code stays.
      segmentCode: ["P901", "P901"],
      engineerId: two.member,
      inspectors: [[{ personId: two.member[0] }], [{ personId: two.member[1] }]],
      contracts: [[{ contractId: two.contract[0] }], []],
      latitude: ["44.7891", "44.8"],
      longitude: ["-93.6021", "-93.5"],
      startsOn: [agencyDay(-30), agencyDay(-20)],
      contractDays: [120, 240],
    }),
  },
  submittalForm: {
    screens: ["projects/submittal/SubmittalFields.tsx"],
    within: () => ({ projectId: two.project[0] }),
    given: () => ({
      contractId: two.contract,
      leadDays: [14, 21],
      reviewDays: [10, 15],
    }),
  },
  rfiForm: {
    screens: ["projects/question/RfiFields.tsx"],
    within: () => ({ projectId: two.project[0] }),
    untold: {
      costImpact: "an amount needs a yes: both values are",
      timeImpact: "days need a yes: both values are",
    },
    given: () => ({
      contractId: two.contract,
      costImpact: ["yes", "yes"],
      costCents: [100_00, 200_00],
      timeImpact: ["yes", "yes"],
      timeDays: [3, 4],
    }),
  },
  stockLocationForm: {
    screens: ["inventory/screens/LocationFields.tsx"],
    untold: {
      placeId: "what is within another location stands on that one's place",
      chargeAt: "only what is charged as it is issued names a line",
    },
    given: () => ({
      parentId: two.stockLocation,
      placeId: [two.place[0], two.place[0]],
      chargeAt: ["issue", "issue"],
      chargeAccountId: [two.account[0], two.otherAccount[0]],
    }),
  },
  stockLotForm: {
    screens: ["inventory/screens/LotDialog.tsx"],
    within: () => ({ itemId: two.stockItem[0] }),
    given: () => ({ expiresOn: [agencyDay(30), agencyDay(40)] }),
  },
};
