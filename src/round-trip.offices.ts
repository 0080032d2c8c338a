// What the round trip is told of the forms of recovery and of the agency itself: organization, workflow, rights,
// vendors, programs, connectors, costing, engagement, market and governance; of capital projects, emergencies,
// risks and of what belongs to an award.
import { agencyDay } from "#server/testing/days.ts";
import { accessProgramFields } from "#areas/programs/account/program.model.ts";
import { revisionFields } from "#areas/grants/revision/revision.model.ts";
import { revisionForm } from "#areas/grants/revision/revision.form.ts";
import { toldOfStores } from "./round-trip.stores.ts";
import { two, type Told } from "./round-trip.setup.ts";

const endOf = (days: number): string => `${agencyDay(days + 1)}T00:00:00.000Z`;
const made = { made: true, answered: true } as const;

/** By the name of the form, as it stands in its file. */
export const toldOfOffices: Record<string, Told> = {
  ...toldOfStores,
  floodBuildingForm: {
    listed: true,
    put: true,
    within: () => ({ projectId: two.paProject[0] }),
    given: () => ({
      identifiedOn: ["2018-06-01", "2019-06-01"],
      insuranceId: [null, null],
    }),
  },
  scheduleForm: {
    within: () => ({ reportId: null, ready: "budget-to-actual" }),
    given: () => ({
      weekDay: [1, 3],
      monthDay: [1, 15],
      at: ["07:30", "18:05"],
      conditionMeasure: ["budget.budget", "budget.available"],
      conditionValue: ["12.50", "5000"],
    }),
  },
  departmentForm: {
    listed: true,
    given: () => ({ parentId: two.department, code: ["TRIP1", "TRIP2"] }),
  },
  closureForm: {
    made: true,
    listed: "agency-calendar#closures",
    given: () => ({ firstDay: [agencyDay(20), agencyDay(30)] }),
  },
  placeForm: {
    listed: true,
    given: () => ({
      parentId: two.place,
      latitude: ["44.7891", "44.8"],
      longitude: ["-93.6021", "-93.5"],
      postalCode: ["55379", "55379-1220"],
      activeFrom: [agencyDay(-30), agencyDay(-20)],
      activeTo: [agencyDay(300), agencyDay(330)],
    }),
  },
  unitForm: {
    listed: true,
    given: () => ({ code: ["trip", "trip"], kind: ["length", "mass"], factor: ["0.5", "0.25"] }),
  },
  commodityForm: {
    listed: true,
    given: () => ({ code: ["TRIP-1", "TRIP-1"] }),
  },
  costCodeForm: {
    listed: true,
    given: () => ({ code: ["TRIP-2", "TRIP-2"] }),
  },
  taskForm: {
    ...made,
    given: () => ({ personId: two.member, dueAt: [endOf(5), endOf(6)] }),
    exceptions: { personId: "it goes to the tasks of that person" },
  },
  authorityForm: {
    made: true,
    listed: true,
    given: () => ({
      personId: [two.member[1], two.member[1]],
      kinds: [["contract"], ["contractAmendment"]],
      fromOn: [agencyDay(-30), agencyDay(-20)],
      toOn: [agencyDay(300), agencyDay(330)],
    }),
    undrawn: {},
  },
  delegationForm: {
    ...made,
    within: () => ({ startsAt: new Date().toISOString() }),
    given: () => ({
      toPersonId: [two.member[1], two.member[1]],
      endsAt: [endOf(5), endOf(6)],
      documentTypes: [["requisition"], ["contract"]],
    }),
    undrawn: { documentTypes: "each kind of document has its box" },
  },
  accessRequestForm: {
    ...made,
    given: () => ({ until: [endOf(5), endOf(6)], duty: ["receiver", "evaluator"] }),
  },
  rightsReviewForm: {
    made: true,
    listed: true,
    given: () => ({
      scope: ["duty", "all"],
      duty: ["buyer", "ap"],
      reviewerId: two.member,
      dueAt: [endOf(5), endOf(6)],
    }),
    exceptions: Object.fromEntries(
      ["departmentId", "duty", "reviewerId"].map((field) => [field, "the list says it in words"]),
    ),
  },
  legalRuleForm: {
    made: true,
    listed: true,
    within: () => ({ key: "microPurchase", parameters: { cents: 5_00 } }),
    given: () => ({ jurisdiction: ["local", "state"] }),
  },
  poolForm: {
    made: true,
    listed: true,
    given: () => ({
      basis: ["fte", "percent"],
      accountStringId: two.account,
      targets: [
        [{ share: 0, accountStringId: two.otherAccount[0] }],
        [{ share: 100_00, accountStringId: two.otherAccount[0] }],
      ],
    }),
    exceptions: { targets: "each is answered with its account" },
  },
  serviceTypeForm: {
    put: true,
    listed: true,
    given: () => ({
      code: ["trip-one", "trip-two"],
      stewardId: two.member,
      expectedDays: [5, 6],
      attributes: [
        [{ code: "where", label: "Where", kind: "text", required: true, options: [] }],
        [{ code: "how", label: "How", kind: "choice", required: false, options: ["a, b", "c"] }],
      ],
    }),
    undrawn: { attributes: "each question has its fields" },
  },
  reopenRuleForm: {
    made: true,
    listed: true,
    given: () => ({ fromDay: [agencyDay(40), agencyDay(50)], days: [5, 6] }),
  },
  accessProgramForm: {
    more: { scopes: accessProgramFields.scopes },
    typedMore: { scopes: (scopes) => scopes },
    given: () => ({
      endsOn: [agencyDay(100), agencyDay(120)],
      scopes: [["invoice.read"], ["vendor.read"]],
    }),
    exceptions: { scopes: "each is answered with its words" },
    untold: { endsOn: "the history names the moment at which it ends" },
    changedAsWhole: true,
  },
  connectorForm: {
    within: () => ({ settings: { fields: ["number"] } }),
    given: () => ({
      kind: ["rest", "file"],
      importer: ["vendors", "invoices"],
      address: ["https://example.com/a", "https://example.com/b"],
      runAt: ["03:15", "04:30"],
      every: ["week", "hour"],
      weekDay: [2, 3],
      dailyCalls: [100, 200],
      credentialHeader: ["X-Key", "Authorization"],
    }),
    exceptions: { credential: "kept sealed, and never answered" },
  },
  marketClassForm: {
    made: true,
    listed: "market-prices?code=212321#classes",
    within: () => ({ commodityCode: "212321" }),
  },
  sourceForm: {
    made: true,
    listed: "capital-settings#sources",
    given: () => ({ fundId: two.fund }),
  },
  laborClassForm: { made: true, listed: true },
  policyForm: {
    screens: ["policies/screens/PolicyFields.tsx", "policies/screens/OwnerField.tsx"],
    untold: { ackOf: "it stays: each group has fields of its own (policies.service.test)" },
    given: () => ({
      ownerId: two.member,
      reviewOn: [agencyDay(30), agencyDay(40)],
      ackOf: ["duty", "duty"],
      ackDepartmentId: [null, null],
      ackDuty: ["buyer", "ap"],
      ackBy: [agencyDay(20), agencyDay(25)],
    }),
  },
  certificateForm: {
    screens: ["policies/screens/CertificateFields.tsx", "policies/screens/OwnerField.tsx"],
    given: () => ({
      ownerId: two.member,
      validFrom: [agencyDay(-30), agencyDay(-20)],
      validUntil: [agencyDay(300), agencyDay(330)],
    }),
  },
  riskForm: {
    made: true,
    given: () => ({ reviewOn: [agencyDay(30), agencyDay(40)], target: [5, 6] }),
    undrawn: { target: "a risk begins with the usual one" },
  },
  searchForm: {
    made: true,
    listed: true,
    given: () => ({ alns: [["93.045"], ["93.044", "93.052"]] }),
  },
  milestoneForm: {
    made: true,
    listed: true,
    within: () => ({ awardId: two.award[0] }),
    given: () => ({ plannedOn: [agencyDay(30), agencyDay(40)] }),
  },
  revisionForm: {
    made: true,
    more: { moves: revisionFields.moves },
    undrawn: { moves: "each class has its amount" },
    typedMore: {
      moves: (moves) => ({
        ...revisionForm.blank().moves,
        ...Object.fromEntries(
          (moves as { objectClass: string; cents: number }[]).map((one) => [
            one.objectClass,
            one.cents,
          ]),
        ),
      }),
    },
    within: () => ({ awardId: two.award[0] }),
    given: () => ({
      newPeriodTo: [agencyDay(910), agencyDay(920)],
      moves: [
        [
          { objectClass: "travel", cents: -5_00 },
          { objectClass: "supplies", cents: 5_00 },
        ],
        [
          { objectClass: "travel", cents: 6_00 },
          { objectClass: "supplies", cents: -6_00 },
        ],
      ],
    }),
    exceptions: { moves: "the history names each of them" },
  },
  emergencyAccountForm: {
    made: true,
    listed: "emergency-preparation#accounts",
    given: () => ({ accountStringId: two.account }),
  },
  approverForm: {
    made: true,
    listed: "emergency-preparation#approvers",
    given: () => ({
      personId: two.others,
      fromOn: [agencyDay(-30), agencyDay(-20)],
      toOn: [agencyDay(300), agencyDay(330)],
    }),
  },
  correctivePlanForm: {
    made: true,
    within: () => ({ vendorId: two.vendor[0] }),
    given: () => ({ dueOn: [agencyDay(20), agencyDay(30)] }),
  },
};
