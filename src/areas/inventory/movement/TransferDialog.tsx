import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import type { Begun } from "./begun.ts";
import { blankLine, ShelfFields, takenBody, type TakenLine } from "./ShelfFields.tsx";
import { LocationField } from "../label/LocationField.tsx";

type Props = {
  item: Begun | null;
  onClose: () => void;
  onDone: (made: { id: string }) => void;
};

const nouns = ["stock-movements", "stock-items", "stock-lots"];

/** Moves stock from one location to another. */
export function TransferDialog({ item, onClose, onDone }: Props) {
  return (
    <PostDialog<{ line: TakenLine; toLocationId: string }>
      title="Transfer stock"
      description="Its value stays. What lies in quarantine goes only to another place of quarantine."
      path="/api/v1/stock-movements"
      submit="Transfer"
      nouns={nouns}
      values={{ line: blankLine(item), toLocationId: "" }}
      bodyOf={({ line, toLocationId }) => ({
        kind: "transfer",
        lines: [{ ...takenBody(line), toLocationId }],
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <ShelfFields name="line" item={item} />
      <LocationField name="toLocationId" label="Put into" />
      <p className="text-14 text-t2">
        Somebody drives it to another place?{" "}
        <Link className="text-link" to={pathTo("stockTransfers")}>
          Plan a transfer that travels
        </Link>
        : it is on the way until somebody counts it there.
      </p>
    </PostDialog>
  );
}

/** Writes off what broke, spoiled or was lost. */
export function ScrapDialog({ item, onClose, onDone }: Props) {
  return (
    <PostDialog<{ line: TakenLine; reason: string }>
      title="Scrap stock"
      description="What is written off leaves the stock with its value. The reason stays with it."
      path="/api/v1/stock-movements"
      submit="Scrap"
      nouns={nouns}
      values={{ line: blankLine(item), reason: "" }}
      bodyOf={({ line, reason }) => ({ kind: "scrap", reason, lines: [takenBody(line)] })}
      onClose={onClose}
      onDone={onDone}
    >
      <ShelfFields name="line" item={item} />
      <TextField name="reason" label="Why" required maxLength={500} />
    </PostDialog>
  );
}
