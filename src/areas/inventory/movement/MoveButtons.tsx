import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import type { Begun } from "./begun.ts";

const IssueDialog = dialogOnDemand(async () => (await import("./IssueDialog.tsx")).IssueDialog);
const TransferDialog = dialogOnDemand(
  async () => (await import("./TransferDialog.tsx")).TransferDialog,
);
const ScrapDialog = dialogOnDemand(async () => (await import("./TransferDialog.tsx")).ScrapDialog);
const FoundDialog = dialogOnDemand(async () => (await import("./FoundDialog.tsx")).FoundDialog);

type Opened = "issue" | "transfer" | "scrap" | "found";

const dialogs = {
  issue: IssueDialog,
  transfer: TransferDialog,
  scrap: ScrapDialog,
  found: FoundDialog,
};

// What is done with a phone in hand, each beginning with a scan.
const large = "max-sm:min-h-14";

/** What a storekeeper does with stock: issue first, then the others. */
export function MoveButtons({ item = null }: { item?: Begun | null }) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const Dialog = opened && dialogs[opened];
  return (
    <Held permission="stock.move" what="Issue">
      <button
        type="button"
        className={`btn btn-primary ${large}`}
        onClick={() => setOpened("issue")}
      >
        Issue
      </button>
      {!item && (
        <Link className={`btn ${large}`} to={pathTo("stockPutAway")}>
          Put away
        </Link>
      )}
      <button type="button" className={`btn ${large}`} onClick={() => setOpened("transfer")}>
        Transfer
      </button>
      {!item && (
        <Link className={`btn ${large}`} to={`${pathTo("stockCounts")}?status=open,recount`}>
          Count
        </Link>
      )}
      <button type="button" className="btn" onClick={() => setOpened("found")}>
        Put in
      </button>
      <button type="button" className="btn" onClick={() => setOpened("scrap")}>
        Scrap
      </button>
      {Dialog && (
        <Dialog
          item={item}
          onClose={() => setOpened(null)}
          onDone={({ id }: { id: string }) => void navigate(pathTo("stockMovement", { id }))}
        />
      )}
    </Held>
  );
}
