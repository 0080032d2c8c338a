import type { HrTime } from "@opentelemetry/api";
import { ValueType } from "@opentelemetry/api";
import { hrTime, millisToHrTime } from "@opentelemetry/core";
import type { Resource } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from "@opentelemetry/sdk-metrics";
import type { Figure } from "./figures.ts";

const began: HrTime = millisToHrTime(performance.timeOrigin);

const dataOf = (figure: Figure, endTime: HrTime): MetricData => {
  const about = {
    descriptor: {
      name: figure.name,
      description: figure.help,
      unit: "",
      valueType: ValueType.DOUBLE,
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (figure.type === "histogram") {
    const boundaries = [...figure.times.bounds];
    return {
      ...about,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: figure.times.spreads().map(({ labels, counts, sum, count }) => ({
        startTime: began,
        endTime,
        attributes: labels,
        value: { buckets: { boundaries, counts: [...counts] }, sum, count },
      })),
    };
  }
  const dataPoints = figure.samples.map(({ labels = {}, value }) => ({
    startTime: began,
    endTime,
    attributes: labels,
    value,
  }));
  return figure.type === "counter"
    ? { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...about, dataPointType: DataPointType.GAUGE, dataPoints };
};

/** Gives OpenTelemetry the figures that `/metrics` tells, under their names: nothing is counted twice. */
export const figureProducer = (
  resource: Resource,
): MetricProducer & { tell: (read: () => Promise<readonly Figure[]>) => void } => {
  let read: () => Promise<readonly Figure[]> = async () => [];
  return {
    tell: (next) => void (read = next),
    collect: async () => {
      const figures = await read();
      const endTime = hrTime();
      const metrics = figures.map((figure) => dataOf(figure, endTime));
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "levee" }, metrics }] },
        errors: [],
      };
    },
  };
};
