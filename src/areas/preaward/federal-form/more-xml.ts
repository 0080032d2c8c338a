import { costLines } from "./sf424c.data.ts";
import { dollars, group, leaf, yesNo, type Node } from "./xml.ts";

type Answers = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
/** Who signed, and when: these stand in no answer. Days are the agency's. */
export type Signed = {
  first: string;
  last: string;
  title: string;
  phone: string;
  email: string;
  on: string;
  /** The day on which it goes to the grantor. */
  received: string;
};

export const address = "http://apply.grants.gov/forms";
export const system = "http://apply.grants.gov/system";

/** The attributes of a form whose schema says its version as `FormVersion`. */
const rootOf = (schema: string, version: string, more = {}) => ({
  xmlns: `${address}/${schema}`,
  "xmlns:f": `${address}/${schema}`,
  "xmlns:g": `${system}/GlobalLibrary-V2.0`,
  ...more,
  "f:FormVersion": version,
});
export const nameOf = (element: string, first: unknown, last: unknown): Node =>
  group(element, [leaf("g:FirstName", first), leaf("g:LastName", last)]);
/** An address as the global library writes it. */
const placeOf = (element: string, a: Answers, key: (name: string) => string): Node =>
  group(element, [
    leaf("g:Street1", a[key("street")]),
    leaf("g:City", a[key("city")]),
    leaf("g:County", a[key("county")]),
    leaf("g:State", a[key("state")]),
    leaf("g:ZipPostalCode", a[key("zip")]),
    leaf("g:Country", "USA: UNITED STATES"),
  ]);

const costOf = (a: Answers, n: number, element: string): Node =>
  group(element, [
    dollars("BudgetEstimatedCostAmount", a[`l${n}a`]),
    dollars("BudgetNonAllowableCostAmount", a[`l${n}b`]),
    dollars("BudgetTotalAllowableCostAmount", a[`l${n}c`]),
  ]);
// Subtotals are asked even where nothing is answered yet.
const subtotalOf = (a: Answers, n: number, element: string): Node =>
  costOf(a, n, element) ?? `<${element}/>`;

/** SF-424C 2.0. */
export const sf424cXml = (a: Answers): Node =>
  group(
    "SF424C_2_0",
    [
      group("ProjectCosts", [
        ...costLines.filter(([n]) => n < 12).map(([n, , element]) => costOf(a, n, element)),
        subtotalOf(a, 12, "CostSubtotalBeforeContingencies"),
        costOf(a, 13, "Contingencies"),
        subtotalOf(a, 14, "CostSubtotalAfterContingencies"),
        costOf(a, 15, "ProgramIncome"),
        costOf(a, 16, "TotalProjectCosts"),
      ]),
      leaf("FederalFundingPercentageShareValue", a["percent"]),
      dollars("FederalFundingShareValue", a["share"]),
    ],
    rootOf("SF424C_2_0-V2.0", "2.0", { "f:programType": "Construction" }),
  );

/** The assurances, SF-424B and SF-424D alike, of a kind of programs. */
export const assurancesXml =
  (schema: string, programType: string) =>
  (a: Answers, signed: Signed): Node =>
    group(
      "Assurances",
      [
        leaf("g:FormVersionIdentifier", "1.1"),
        group("AuthorizedRepresentative", [
          leaf("RepresentativeName", `${signed.first} ${signed.last}`),
          leaf("RepresentativeTitle", signed.title),
        ]),
        leaf("ApplicantOrganizationName", a["orgName"]),
        leaf("SubmittedDate", signed.on),
      ],
      {
        xmlns: `${address}/${schema}`,
        "xmlns:f": `${address}/${schema}`,
        "xmlns:g": `${system}/Global-V1.0`,
        "f:programType": programType,
        "g:coreSchemaVersion": "1.1",
      },
    );

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : []);
const plainPlace = (street: unknown, city: unknown, state: unknown, zip: unknown): Node =>
  street && city
    ? group("Address", [
        leaf("Street1", street),
        leaf("City", city),
        leaf("State", state),
        leaf("ZipPostalCode", zip),
      ])
    : null;

// Who has nothing to disclose names nobody: the form takes no empty name.
const lobbyists = (a: Answers): Node[] => {
  const nobody = a["disclose"] !== true;
  const people = nobody ? [{ first: "N/A", last: "N/A" } as Row] : rowsOf(a["individuals"]);
  return [
    group("LobbyingRegistrant", [
      nobody
        ? nameOf("IndividualName", "N/A", "N/A")
        : nameOf("IndividualName", a["registrantFirst"], a["registrantLast"]),
      plainPlace(
        a["registrantStreet"],
        a["registrantCity"],
        a["registrantState"],
        a["registrantZip"],
      ),
    ]),
    group(
      "IndividualsPerformingServices",
      people.map((one) =>
        group("Individual", [
          nameOf("Name", one["first"], one["last"]),
          plainPlace(one["street"], one["city"], one["state"], one["zip"]),
        ]),
      ),
    ),
  ];
};

/** SF-LLL 2.0, of a prime recipient. */
export const sflllXml = (a: Answers, signed: Signed): Node =>
  group(
    "LobbyingActivitiesDisclosure_2_0",
    [
      leaf("FederalActionType", a["actionType"]),
      leaf("FederalActionStatus", a["actionStatus"]),
      leaf("ReportType", a["reportType"]),
      a["reportType"] === "MaterialChange"
        ? group(
            "MaterialChangeSupplement",
            [
              leaf("MaterialChangeYear", a["changeYear"]),
              leaf("MaterialChangeQuarter", a["changeQuarter"]),
              leaf("LastReportDate", a["lastReportOn"]),
            ],
            { "f:ReportType": "MaterialChange" },
          )
        : null,
      group(
        "ReportEntity",
        [
          yesNo("ReportEntityIsPrime", true),
          group("ReportingEntity", [
            leaf("EntityType", "Prime"),
            leaf("OrganizationName", a["orgName"]),
            plainPlace(a["street"], a["city"], a["state"], a["zip"]),
            leaf("CongressionalDistrict", a["district"]),
          ]),
        ],
        { "f:ReportEntityType": "Prime" },
      ),
      leaf("FederalAgencyDepartment", a["agencyName"]),
      group("FederalProgramName", [
        leaf("FederalProgramName", a["programName"]),
        leaf("CFDANumber", a["aln"]),
      ]),
      leaf("FederalActionNumber", a["actionNumber"]),
      dollars("AwardAmount", a["awardAmount"]),
      ...lobbyists(a),
      group("SignatureBlock", [
        nameOf("Name", signed.first, signed.last),
        leaf("Title", signed.title),
        leaf("Telephone", signed.phone),
        leaf("SignedDate", signed.on),
        leaf("Signature", `${signed.first} ${signed.last}`),
      ]),
    ],
    rootOf("SFLLL_2_0-V2.0", "2.0"),
  );

/** Project and performance sites 4.0. */
export const sitesXml = (a: Answers): Node =>
  group(
    "PerformanceSite_4_0",
    [
      group("PrimarySite", [
        leaf("OrganizationName", a["orgName"]),
        leaf("SAMUEI", a["uei"]),
        placeOf("Address", a, (name) => name),
        leaf("CongressionalDistrictProgramProject", a["district"]),
      ]),
      ...rowsOf(a["others"]).map((one) =>
        group("OtherSite", [
          leaf("OrganizationName", one["name"]),
          placeOf("Address", one, (name) => name),
          leaf("CongressionalDistrictProgramProject", one["district"]),
        ]),
      ),
    ],
    rootOf("PerformanceSite_4_0-V4.0", "4.0"),
  );

const personOf = (element: string, a: Answers, key: string): Node =>
  group(element, [
    nameOf("g:Name", a[`${key}First`], a[`${key}Last`]),
    leaf("g:Title", a[`${key}Title`]),
    placeOf("g:Address", a, (name) => `${key}${name[0]!.toUpperCase()}${name.slice(1)}`),
    leaf("g:Phone", a[`${key}Phone`]),
    leaf("g:Email", a[`${key}Email`]),
  ]);

/** SF-424 Short Organizational 3.0. */
export const sf424ShortXml = (a: Answers, signed: Signed): Node =>
  group(
    "SF424_Short_3_0",
    [
      leaf("AgencyName", a["agencyName"]),
      leaf("CFDANumber", a["aln"]),
      leaf("CFDAProgramTitle", a["alnTitle"]),
      leaf("DateReceived", signed.received),
      leaf("FundingOpportunityNumber", a["opportunityNumber"]),
      leaf("FundingOpportunityTitle", a["opportunityTitle"]),
      leaf("OrganizationName", a["orgName"]),
      placeOf("Address", a, (name) => name),
      leaf("ApplicantWebAddress", a["web"]),
      leaf("ApplicantTypeCode1", a["type1"]),
      leaf("EmployerTaxpayerIdentificationNumber", a["ein"]),
      leaf("SAMUEI", a["uei"]),
      leaf("CongressionalDistrictApplicant", a["district"]),
      leaf("ProjectTitle", a["projectTitle"]),
      leaf("ProjectDescription", a["description"]),
      leaf("ProjectStartDate", a["startsOn"]),
      leaf("ProjectEndDate", a["endsOn"]),
      personOf("ProjectDirectorGroup", a, "director"),
      yesNo("SameAsProjectDirector", a["same"]),
      a["same"] === false ? personOf("ContactPersonGroup", a, "contact") : null,
      yesNo("ApplicationCertification", a["agree"]),
      nameOf("AuthorizedRepresentative", signed.first, signed.last),
      leaf("AuthorizedRepresentativeTitle", signed.title),
      leaf("AuthorizedRepresentativeEmail", signed.email),
      leaf("AuthorizedRepresentativePhoneNumber", signed.phone),
      leaf("AuthorizedRepresentativeSignature", `${signed.first} ${signed.last}`),
      leaf("AuthorizedRepresentativeDateSigned", signed.on),
    ],
    rootOf("SF424_Short_3_0-V3.0", "3.0"),
  );
