import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressKeyOf } from './caller-address.ts';
import { limitPerMinute, type RateCheck } from './request-rates.ts';

export const ORDERS_PER_ADDRESS = 10;
export const ORDERS_PER_LINK = 60;

/** A form that only asks counts for nothing: what makes payments is limited, by who asks and by what is sold. */
export function limitLinkOrders(app: FastifyInstance, deps: Pick<Deps, 'config'>): RateCheck {
  const addressOf = (request: FastifyRequest) => `address ${addressKeyOf(request.ip)}`;
  const soldBy = ({ params }: FastifyRequest) => `sold by ${Object.values(params as object).join()}`;
  const limits = [
    limitPerMinute(app, deps, addressOf, ORDERS_PER_ADDRESS, 'orders through links'),
    limitPerMinute(app, deps, soldBy, ORDERS_PER_LINK, 'orders through a link'),
  ];
  return async (request) => {
    for (const limit of limits) await limit(request);
  };
}
