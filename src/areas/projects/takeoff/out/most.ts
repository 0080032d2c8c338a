/** So many measurements become one draft. */
export const mostMeasurements = 200;
