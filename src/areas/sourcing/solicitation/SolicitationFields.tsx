import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { FileDrop } from "#web/kit/form/FileDrop.tsx";
import {
  CheckboxField,
  DateField,
  FormRow,
  FormSection,
  InstantField,
  MoneyField,
  PercentField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { DepartmentField } from "#areas/organization/organization.ui.tsx";
import { ItemsSection } from "./ItemsSection.tsx";
import {
  awardBy,
  criterionKinds,
  priceFormulas,
  protections,
  requirementKinds,
} from "./solicitation.labels.ts";
import {
  blankCriterion,
  blankRequirement,
  weightSum,
  type CriterionValues,
  type SolicitationValues,
} from "./solicitationForm.ts";
const useValue = <K extends keyof SolicitationValues>(name: K): SolicitationValues[K] =>
  useWatch<SolicitationValues>({ name: name as never }) as SolicitationValues[K];

function Basics() {
  const { me } = useAuth();
  const kind = useValue("kind");
  return (
    <FormSection title="What is bought">
      <TextField
        name="title"
        label="Title"
        required
        maxLength={200}
        hint="As vendors will search for it: Winter road salt, two yards"
      />
      <TextArea
        name="summary"
        label="In one paragraph"
        rows={3}
        maxLength={600}
        hint="Stands in the public list, in letters and feeds."
      />
      <TextArea
        name="description"
        label={kind === "rfi" ? "Background" : "Scope of work"}
        rows={kind === "rfq" ? 4 : 8}
        maxLength={40_000}
      />
      <FormRow>
        <DepartmentField
          name="departmentId"
          label="Department"
          required
          own={me?.department?.id ?? null}
        />
        <TextField name="deliverTo" label="Deliver to" maxLength={300} />
      </FormRow>
    </FormSection>
  );
}

function Weights() {
  const sum = weightSum((useValue("criteria") ?? []) as CriterionValues[]);
  return (
    <p className={sum === 100 ? "text-success" : "text-warning"} role="status">
      Weights add up to {sum} of 100.
    </p>
  );
}

function Award() {
  const kind = useValue("kind");
  const lots = useValue("lots") ?? [];
  if (kind === "rfi") return null;
  return (
    <FormSection title="How it is decided">
      <FormRow>
        <SelectField
          name="awardBy"
          label="Award"
          options={options(awardBy).filter((choice) => choice.value !== "lot" || lots.length > 0)}
          placeholder="To one bidder"
        />
        {kind !== "itb" && (
          <SelectField
            name="priceFormula"
            label="How price counts"
            options={options(priceFormulas)}
            placeholder={priceFormulas[kind === "rfp" ? "proportional" : "lowest"]}
          />
        )}
        <TextField
          name="minimumBids"
          label="Least number of bids"
          hint="With fewer, a written finding is asked for."
        />
      </FormRow>
      {kind === "rfp" && (
        <RadioGroup
          name="envelopes"
          label="Envelopes"
          options={[
            {
              value: "2",
              label: "Two: technical and price",
              hint: "Prices stay shut until the technical scores are locked.",
            },
            { value: "1", label: "One", hint: "Everything opens at once." },
          ]}
        />
      )}
      {kind === "rfq" && (
        <RadioGroup
          name="protection"
          label="Protection of quotes"
          options={[
            { value: "held", label: "Held until the deadline", hint: protections.held },
            { value: "sealed", label: "Sealed", hint: protections.sealed },
          ]}
        />
      )}
      {kind === "rfp" && (
        <>
          <LineItems
            name="criteria"
            label="Criteria and weights"
            min={0}
            blank={blankCriterion}
            columns={[
              { name: "name", label: "Criterion", kind: "text", required: true },
              {
                name: "kind",
                label: "Kind",
                kind: "select",
                options: options(criterionKinds),
                width: "w-32",
              },
              { name: "guidance", label: "What earns points", kind: "text" },
              { name: "maxScore", label: "Scored up to", kind: "decimal", width: "w-28" },
              { name: "weight", label: "Weight", kind: "decimal", required: true, width: "w-24" },
            ]}
          />
          <Weights />
        </>
      )}
    </FormSection>
  );
}

function Answers() {
  const kind = useValue("kind");
  return (
    <FormSection
      title={kind === "rfi" ? "Questions to the market" : "What a bid must answer and enclose"}
    >
      <LineItems
        name="requirements"
        label={kind === "rfi" ? "Questions" : "Answers and documents"}
        min={0}
        blank={blankRequirement}
        columns={[
          {
            name: "label",
            label: kind === "rfi" ? "Question" : "What",
            kind: "text",
            required: true,
          },
          {
            name: "kind",
            label: "Answered by",
            kind: "select",
            options: options(requirementKinds),
            width: "w-32",
          },
          { name: "guidance", label: "Guidance", kind: "text" },
          {
            name: "mandatory",
            label: "Required",
            kind: "select",
            options: [
              { value: "yes", label: "Yes" },
              { value: "no", label: "No" },
            ],
            width: "w-24",
          },
          ...(kind === "rfp"
            ? [
                {
                  name: "envelope",
                  label: "Envelope",
                  kind: "select" as const,
                  options: [
                    { value: "technical", label: "Technical" },
                    { value: "price", label: "Price" },
                  ],
                  width: "w-32",
                },
              ]
            : []),
        ]}
      />
      <FileDrop
        name="documents"
        label="Documents for bidders"
        hint="Drawings, specifications, forms; everybody may load them once it is published"
      />
    </FormSection>
  );
}

function Timeline() {
  const kind = useValue("kind");
  return (
    <FormSection title="When">
      <FormRow>
        <InstantField
          name="dueAt"
          label={kind === "rfi" ? "Answers due" : "Bids due"}
          hint="Decided by the database's clock, to the millisecond"
        />
        <InstantField name="questionsUntil" label="Questions until" />
      </FormRow>
      {(kind === "itb" || kind === "rfp") && (
        <>
          <FormRow>
            <InstantField name="prebidAt" label="Pre-bid meeting" />
            <TextField name="prebidPlace" label="Place or link" maxLength={300} />
          </FormRow>
          <CheckboxField name="prebidMandatory" label="Only who attends may bid" />
        </>
      )}
    </FormSection>
  );
}

function Money() {
  const kind = useValue("kind");
  if (kind === "rfi") return null;
  return (
    <FormSection title="Money and law">
      <FormRow>
        <MoneyField
          name="estimateCents"
          label="Independent estimate"
          hint="Kept from vendors and the public; it decides thresholds and clauses."
        />
        <DateField name="estimateOn" label="Estimate made on" />
      </FormRow>
      <TextField
        name="estimateBasis"
        label="Basis of the estimate"
        maxLength={4000}
        hint="Last contract, catalog, engineer's estimate"
      />
      <div className="flex flex-wrap gap-6">
        <CheckboxField
          name="federal"
          label="Federal money pays for it"
          hint="2 CFR part 200 then chooses clauses and asks for outreach."
        />
        <CheckboxField name="construction" label="Construction" />
        <CheckboxField
          name="insuranceRequired"
          label="Whoever wins must be insured"
          hint="Adds the clause. By the agency's policy a certificate that has run out then stops the award and its orders."
        />
      </div>
      {kind !== "rfq" && (
        <FormRow>
          <PercentField name="bidBondPercent" label="Bid guarantee" />
          <PercentField name="performanceBondPercent" label="Performance bond" />
          <PercentField name="paymentBondPercent" label="Payment bond" />
        </FormRow>
      )}
      <FormRow>
        <TextField
          name="setAside"
          label="Set aside for"
          maxLength={200}
          hint="Where your law allows it"
        />
        <PercentField name="localPreferencePercent" label="Local preference" />
      </FormRow>
    </FormSection>
  );
}

function Contact() {
  const kind = useValue("kind");
  return (
    <FormSection title="Who answers, who may">
      <FormRow>
        <TextField
          name="contactName"
          label="Contact"
          maxLength={200}
          hint="You, unless you say otherwise"
        />
        <TextField name="contactEmail" label="Contact's e-mail" type="email" maxLength={255} />
      </FormRow>
      {(kind === "rfq" || kind === "rfi") && (
        <CheckboxField
          name="invitedOnly"
          label="Invited vendors only"
          hint="Otherwise it is public, and every registered vendor may answer."
        />
      )}
    </FormSection>
  );
}

/**
 * The fields of a solicitation, for a new one and for a change; what a kind does not have is not
 * shown.
 */
export function SolicitationFields() {
  const kind = useValue("kind");
  return (
    <>
      <Basics />
      {kind !== "rfi" && (
        <FormSection title="Lots and items">
          <ItemsSection />
        </FormSection>
      )}
      <Timeline />
      <Award />
      <Answers />
      <Money />
      <Contact />
    </>
  );
}
