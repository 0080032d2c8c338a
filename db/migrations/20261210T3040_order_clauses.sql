-- Clauses that the dated rules ask of an order on federal money which came of no solicitation and no
-- contract, as they stood when it was issued. Orders from before have none: the gap is shown.
create table order_clause (
  org_id uuid not null,
  id uuid not null,
  purchase_order_id uuid not null,
  position int not null,
  rule_key text not null,
  title text not null,
  citation text not null,
  text text not null,
  because text not null,
  verified boolean not null,
  primary key (org_id, id),
  unique (org_id, purchase_order_id, position),
  foreign key (org_id, purchase_order_id) references purchase_order (org_id, id)
);
select levee_secure('order_clause');
