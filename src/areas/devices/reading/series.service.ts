import { businessNow } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { device } from "../devices.tables.ts";
import { limitsOf } from "../alarm/rule.service.ts";
import { metricNamed, type MetricName } from "./metrics.data.ts";
import { clockSlack } from "./reading.model.ts";
import { seriesSpans, type SeriesSpan } from "./series.labels.ts";
import { withGaps, type DeviceSeries, type SeriesPoint } from "./series.model.ts";

const single = (db: Db, deviceId: string, metric: string, from: string): Promise<SeriesPoint[]> =>
  db.rows(sql`
    select read_at as at, value as mean, value as low, value as high
    from device_reading
    where org_id = ${db.scope.orgId}
      and device_id = ${deviceId}
      and metric = ${metric}
      and read_at >= ${from}::timestamptz
      and read_at <= received_at + make_interval(secs => ${clockSlack / 1000})
    order by read_at desc, seq desc
    limit 1000
  `);

const added = (
  db: Db,
  deviceId: string,
  metric: string,
  { from, roll }: { from: string; roll: string },
): Promise<SeriesPoint[]> =>
  db.rows(sql`
    select from_at as at, mean, lowest as low, highest as high
    from device_sum
    where org_id = ${db.scope.orgId}
      and device_id = ${deviceId}
      and metric = ${metric}
      and span = ${roll}
      and from_at >= ${from}::timestamptz
    order by from_at desc
    limit 2000
  `);

/**
 * What a device measured up to now, by single readings, minutes, hours or days as the span asks, with
 * its gaps and the limits of the rules in force. 404.
 */
export const readSeries = async (
  db: Db,
  id: string,
  { metric, span }: { metric: MetricName; span: SeriesSpan },
): Promise<DeviceSeries> => {
  const { silentMinutes } = await getRow(db, device, id, "device");
  const { hours, roll } = seriesSpans[span];
  const from = new Date(businessNow(db.scope).getTime() - hours * 3_600_000).toISOString();
  const [newest, limits] = await Promise.all([
    roll === "reading" ? single(db, id, metric, from) : added(db, id, metric, { from, roll }),
    limitsOf(db, id, metric),
  ]);
  const { points, gaps } = withGaps(newest.toReversed(), { roll, silentMinutes });
  return { metric, unit: metricNamed(metric).unit, roll, points, gaps, limits };
};
