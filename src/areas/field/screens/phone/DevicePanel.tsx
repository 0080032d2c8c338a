import { Link } from "react-router";
import { formatInstant } from "#kernel/dates.ts";
import { instantAt } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { readableUntil } from "../../store/access.model.ts";
import { sendNow } from "../../store/going.ts";
import { lockField } from "../../store/state.ts";
import { useField } from "./useField.ts";

/** This device, once it is enrolled: its packet, what waits, how long it works without a sign-in. */
export function DevicePanel() {
  const field = useField();
  const { device, open, packet, items } = field;
  if (!device || !open) return null;
  const zone = open.owner.timeZone;
  const at = (ms: number) => formatInstant(instantAt(ms), zone);
  return (
    <Panel title={open.owner.deviceName}>
      <Facts
        rows={[
          ["Belongs to", `${open.owner.name}, ${open.owner.agency}`],
          ["Your work came", packet && `${at(packet.at)}, ${counted(items.length, "item")}`],
          [
            "Did not fit",
            packet && packet.left > 0 && `${counted(packet.left, "item")}, what is due last`,
          ],
          ["Recorded here", device.number > 0 && counted(device.number, "item")],
          ["Wait", field.waiting > 0 && counted(field.waiting, "item")],
          ["Works without a sign-in until", at(readableUntil(device))],
          ["Locks after", counted(device.minutes, "minute")],
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Link className="btn btn-primary" to="/mobile-field-operations">
          Open today's work
        </Link>
        <button type="button" className="btn" onClick={() => void sendNow(true)}>
          Bring my work now
        </button>
        <button type="button" className="btn btn-quiet" onClick={lockField}>
          Lock
        </button>
      </div>
    </Panel>
  );
}
