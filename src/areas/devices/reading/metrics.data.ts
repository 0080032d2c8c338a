/** A unit that readings of a metric come in: what is kept is `times × value + plus`. */
type Unit = { times: number; plus?: number };
type Metric = {
  label: string;
  /** The unit in which it is kept and shown. */
  unit: string;
  units: Readonly<Record<string, Unit>>;
  /** What cannot be is refused by row. */
  least?: number;
  most?: number;
};

const same = { times: 1 };

/**
 * What devices measure, each in the unit that it is kept in. Factors are exact: the inch is 25.4 mm, the
 * US gallon 3.785411784 l (NIST Handbook 44, appendix C), the pound-force per square inch
 * 6.894757293168361 kPa (NIST SP 811, appendix B).
 */
export const metrics = {
  temperature: {
    label: "Temperature",
    unit: "°C",
    units: {
      "°C": same,
      C: same,
      Cel: same,
      "°F": { times: 5 / 9, plus: -160 / 9 },
      F: { times: 5 / 9, plus: -160 / 9 },
      K: { times: 1, plus: -273.15 },
    },
    least: -273.15,
  },
  humidity: { label: "Humidity", unit: "%", units: { "%": same }, least: 0, most: 100 },
  battery: { label: "Battery", unit: "%", units: { "%": same }, least: 0, most: 100 },
  rain: { label: "Rain", unit: "mm", units: { mm: same, in: { times: 25.4 } }, least: 0 },
  level: {
    label: "Level",
    unit: "m",
    units: { m: same, cm: { times: 0.01 }, ft: { times: 0.3048 }, in: { times: 0.0254 } },
  },
  pressure: {
    label: "Pressure",
    unit: "kPa",
    units: {
      kPa: same,
      hPa: { times: 0.1 },
      bar: { times: 100 },
      psi: { times: 6.894757293168361 },
    },
  },
  flow: {
    label: "Flow",
    unit: "l/min",
    units: { "l/min": same, "gal/min": { times: 3.785411784 } },
  },
  door: { label: "Door open", unit: "open", units: { open: same }, least: 0, most: 1 },
  hours: { label: "Hours run", unit: "h", units: { h: same, min: { times: 1 / 60 } }, least: 0 },
  miles: {
    label: "Miles driven",
    unit: "mi",
    units: { mi: same, km: { times: 1 / 1.609344 } },
    least: 0,
  },
  position: { label: "Position", unit: "", units: {} },
} as const satisfies Record<string, Metric>;
export type MetricName = keyof typeof metrics;

export const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name);

/** A metric by its name, with whatever a metric can say. */
export const metricNamed = (name: MetricName): Metric => metrics[name];
