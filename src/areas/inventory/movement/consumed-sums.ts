/**
 * SQL of what the stores gave to an incident, in cents, of the agency's id and the incident's as SQL: its
 * issues as they stand, without what came back. `orders` selects the ids of the incident's own orders: what
 * they bought into the stores counts as bought, so that whatever was issued of it, to whomever, goes off here.
 */
export const stockOfIncident = (org: string, incident: string, orders: string): string => `((
  select coalesce(-sum(stock_part.cents), 0)
  from stock_movement stock_out
  join stock_movement_line stock_line
    on stock_line.org_id = stock_out.org_id and stock_line.movement_id = stock_out.id
  cross join lateral (
    select stock_line.id as line_id, stock_line.value_cents as cents
    union all
    select back.id, back.value_cents
    from stock_movement_line back
    join stock_movement came on came.org_id = back.org_id and came.id = back.movement_id
    where back.org_id = stock_line.org_id
      and back.returns_line_id = stock_line.id
      and came.status = 'posted'
      and came.reverses_id is null
  ) stock_moved
  cross join lateral (
    select stock_moved.cents
    union all
    select stock_right.value_cents
    from stock_movement_line stock_right
    where stock_right.org_id = stock_line.org_id
      and stock_right.corrects_line_id = stock_moved.line_id
  ) stock_part
  where stock_out.org_id = ${org}
    and stock_out.consumer_type = 'incident'
    and stock_out.consumer_id = ${incident}
    and stock_out.kind = 'issue'
    and stock_out.status = 'posted'
    and stock_out.reverses_id is null
) - (
  select coalesce(sum(drawn.cents), 0)
  from stock_order_line bought
  join stock_draw drawn
    on drawn.org_id = bought.org_id and drawn.order_line_id = bought.order_line_id
  where bought.org_id = ${org} and bought.order_id in (${orders})
))::bigint`;
