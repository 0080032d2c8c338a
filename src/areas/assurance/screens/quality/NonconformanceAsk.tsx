import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { DateField, MoneyField, SelectField, TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { causes } from "../../nonconformance/nonconformance.labels.ts";
import type { NonconformanceDetail } from "../../nonconformance/nonconformance.model.ts";

export type Asked =
  | "contain"
  | "useAsIs"
  | "rework"
  | "returnGoods"
  | "scrap"
  | "close"
  | "ask-plan";
type Ask = { of: NonconformanceDetail; what: Asked; onClose: () => void };

const common = ({ of, what, onClose }: Ask) => ({
  path: `/api/v1/nonconformances/${of.id}/actions/${what}`,
  nouns: ["nonconformances", "quality", "corrective-plans"],
  version: of.version,
  onClose,
});

function ContainDialog(ask: Ask) {
  return (
    <PostDialog
      {...common(ask)}
      title={`Contain ${ask.of.number}`}
      submit="Contained"
      values={{ containment: "" }}
    >
      <TextArea
        name="containment"
        label="What was done so that nobody uses it"
        hint="Such as: set apart behind the shed, tagged red"
        required
        rows={3}
        maxLength={4000}
      />
    </PostDialog>
  );
}

const decisions = {
  useAsIs: { title: "Use as is", submit: "Use as is" },
  rework: { title: "Rework", submit: "Rework" },
  returnGoods: { title: "Return to the vendor", submit: "Return" },
  scrap: { title: "Scrap", submit: "Scrap" },
} as const;

function DecideDialog(ask: Ask & { what: keyof typeof decisions }) {
  const asItIs = ask.what === "useAsIs";
  const { title, submit } = decisions[ask.what];
  return (
    <PostDialog
      {...common(ask)}
      title={`${title}: ${ask.of.number}`}
      {...(asItIs && {
        description: "Neither who reported it nor who contained it lets it be used as it is.",
      })}
      submit={submit}
      values={{ cause: ask.of.vendorId ? "vendor" : "unknown", decisionReason: "" }}
    >
      <SelectField name="cause" label="Whose part it was" required options={options(causes)} />
      <TextArea
        name="decisionReason"
        label={asItIs ? "Why it may be used as it is" : "Why"}
        required={asItIs}
        rows={3}
        maxLength={4000}
      />
    </PostDialog>
  );
}

function CloseDialog(ask: Ask) {
  const { of } = ask;
  const needsPlan = of.cause === "vendor" && !of.planId;
  return (
    <PostDialog
      {...common(ask)}
      title={`Close ${of.number}`}
      description={
        of.receiptLineId
          ? "What went back and what was credited is counted from the receipt and the credit notes."
          : "No receipt stands behind it: enter what it cost, if anything."
      }
      submit="Close"
      values={{ otherCents: of.otherCents || null, noPlanReason: of.noPlanReason }}
      bodyOf={({ otherCents, noPlanReason }) => ({ otherCents: otherCents ?? 0, noPlanReason })}
    >
      <MoneyField
        name="otherCents"
        label="Other cost"
        hint="What no record tells, such as hours of rework"
      />
      {needsPlan && (
        <TextArea
          name="noPlanReason"
          label="Why no plan is asked of the vendor"
          required
          rows={2}
          maxLength={2000}
        />
      )}
    </PostDialog>
  );
}

const photosStay = (photos: number): string =>
  photos > 0 ? ` ${counted(photos, "photo stays", "photos stay")} with the agency.` : "";

function PlanDialog(ask: Ask) {
  return (
    <PostDialog
      {...common(ask)}
      title="Ask the vendor for a corrective plan"
      description={`${ask.of.vendorName} gets a letter with what is written here.${photosStay(ask.of.photos.length)}`}
      submit="Send"
      values={{ wanted: "", dueOn: "" }}
    >
      <TextArea
        name="wanted"
        label="What must become better, and how that is seen"
        required
        rows={4}
        maxLength={4000}
      />
      <DateField name="dueOn" label="Met by" required />
    </PostDialog>
  );
}

/** What is asked with a step of a nonconformance. */
export function NonconformanceAsk(ask: Ask) {
  const { what } = ask;
  if (what === "contain") return <ContainDialog {...ask} />;
  if (what === "close") return <CloseDialog {...ask} />;
  if (what === "ask-plan") return <PlanDialog {...ask} />;
  return <DecideDialog {...ask} what={what} />;
}
