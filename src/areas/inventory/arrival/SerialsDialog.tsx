import { useFormContext, useWatch } from "react-hook-form";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { ScanButton } from "#web/kit/scan/ScanButton.tsx";
import type { ArrivalRow } from "./arrival.model.ts";

const codesOf = (text: string): string[] =>
  text
    .split(/[\n,;\t]/)
    .map((code) => code.trim())
    .filter(Boolean);

function Entered({ of }: { of: string }) {
  const text = useWatch({ name: "codes" }) as string;
  const entered = codesOf(text).length;
  const lack = Number(of) - entered;
  return (
    <p role="status" className={lack < 0 ? "text-danger" : "text-t2"}>
      {lack === 0
        ? "Every piece has its number."
        : lack > 0
          ? `${counted(entered, "number", "numbers")} entered, ${shownDecimal(String(lack))} lack.`
          : `${shownDecimal(String(-lack))} too many.`}
    </p>
  );
}

function ScanNext({ of }: { of: string }) {
  const { getValues, setValue } = useFormContext<{ codes: string }>();
  return (
    <div className="flex items-center gap-2 text-14 text-t2">
      <ScanButton
        what="serial numbers"
        onCode={(code) => {
          const before = codesOf(getValues("codes"));
          if (before.includes(code)) return { said: `${code} is entered already.`, wrong: true };
          const codes = [...before, code];
          setValue("codes", `${codes.join("\n")}\n`, { shouldDirty: true });
          if (codes.length >= Number(of)) return;
          return { said: `${code} is entered, ${codes.length} of ${shownDecimal(of)}. Next one.` };
        }}
      />
      One after the other with the camera
    </div>
  );
}

/** Serial numbers of pieces that came: typed, scanned one after the other, or pasted as a list. */
export function SerialsDialog({
  row,
  nouns,
  onClose,
}: {
  row: ArrivalRow;
  nouns: readonly string[];
  onClose: () => void;
}) {
  return (
    <PostDialog<{ codes: string }>
      title={`Serial numbers of ${row.item}`}
      description={`${shownDecimal(row.quantity)} came with ${row.receipt}. One number a line; a scanner ends each line itself.`}
      path={`/api/v1/stock-arrivals/${row.id}/serials`}
      submit="Put into stock"
      nouns={nouns}
      values={{ codes: "" }}
      bodyOf={({ codes }) => ({ codes: codesOf(codes) })}
      onClose={onClose}
    >
      <TextArea name="codes" label="Serial numbers" rows={6} required maxLength={120_000} />
      <ScanNext of={row.quantity} />
      <Entered of={row.quantity} />
    </PostDialog>
  );
}
