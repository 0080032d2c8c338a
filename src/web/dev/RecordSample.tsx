import { CircleCheck, TriangleAlert } from "lucide-react";
import { formatCents } from "#kernel/money.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { MoneyStrip } from "../kit/MoneyStrip.tsx";
import { RecordPage, type RecordBase } from "../kit/record/RecordPage.tsx";
import { Badge } from "../kit/StatusBadge.tsx";
import { Panel } from "../kit/states.tsx";
import { orderCourse } from "./sampleLifecycle.ts";
import type { SampleOrder } from "./sampleServer.ts";

type Order = SampleOrder & RecordBase;
const lines = [
  ["Trailer pump 6 in, rental day", 30, 12, 940_00, "Matches"],
  ["Diesel, gallon", 1_800, 1_260, 4_32, "+8.4%"],
  ["Delivery and set-up", 2, 2, 2_333_85, "Matches"],
] as const;

function Lines() {
  return (
    <Panel title="Three-way match" aside="tolerance 2% and $25.00 per line, cumulative" flush>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="Three-way match">
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col" className="num">
                Ordered
              </th>
              <th scope="col" className="num">
                Received
              </th>
              <th scope="col" className="num">
                Price, $
              </th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, ordered, received, price, result]) => (
              <tr key={name}>
                <td>{name}</td>
                <td className="num">{ordered.toLocaleString("en-US")}</td>
                <td className="num">{received.toLocaleString("en-US")}</td>
                <td className="num">{formatCents(price, { symbol: false })}</td>
                <td>
                  <Badge tone={result === "Matches" ? "success" : "warning"} label={result} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>Total</td>
              <td />
              <td />
              <td className="num">21,384.60</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </Panel>
  );
}

function Rail() {
  return (
    <>
      <section className="panel panel-body">
        <div className="mb-3 flex justify-between">
          <span className="text-t2">Fund 101 · 5340</span>
          <b className="font-medium">$1.27M budget</b>
        </div>
        <MoneyStrip
          expendedCents={774_000_00}
          encumberedCents={343_000_00}
          availableCents={153_000_00}
        />
      </section>
      <Panel title="Compliance">
        <ul className="checks">
          <li className="pass">
            <CircleCheck aria-hidden="true" />
            <span>Not excluded · Nov 14</span>
          </li>
          <li className="pass">
            <CircleCheck aria-hidden="true" />
            <span>Exigency on file · 200.320(c)(3)</span>
          </li>
          <li className="warn">
            <TriangleAlert aria-hidden="true" />
            <span>
              Operator log missing for Nov 9<small>Public works can add it</small>
            </span>
          </li>
        </ul>
      </Panel>
      <Panel title="Facts">
        <Facts>
          <Fact label="Account">
            <span className="mono">402-UTL-5340-P118</span>
          </Fact>
          <Fact label="Grant">FEMA DR-4897 · PW 00231</Fact>
          <Fact label="Buyer">M. Okafor</Fact>
        </Facts>
      </Panel>
    </>
  );
}

export function RecordSample() {
  return (
    <RecordPage<Order>
      path="/api/v1/sample-orders"
      id="order-345"
      lifecycle={orderCourse}
      title={() => "Midland Pump & Power"}
      subtitle={() => "Trailer pumps, rental 30 d · Nov 14, 2026 · from REQ-2027-00131"}
      owner={() => "M. Okafor"}
      amountCents={(order) => order.amountCents}
      amountNote={() => "retainage $0.00 · discount 2% until Nov 24"}
      deadline={() => ({
        at: new Date(Date.now() + 40 * 3_600_000).toISOString(),
        label: "Deliver by",
      })}
      tabs={[
        { id: "match", label: "Match", content: () => <Lines /> },
        {
          id: "documents",
          label: "Documents",
          count: () => 4,
          content: () => <Panel title="Documents">Quote, order, packing slip, photo.</Panel>,
        },
      ]}
      rail={() => <Rail />}
      menu={() => [{ label: "Duplicate", onSelect: () => undefined }]}
    />
  );
}
