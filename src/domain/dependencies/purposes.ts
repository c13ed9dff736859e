/** Purposes for which there are several libraries, and the names that code imports them by. */
import type { Language } from '../run/input';

export interface Purpose {
  readonly called: Readonly<Record<Language, string>>;
  /** Words by which people ask for it. */
  readonly words: RegExp;
  /** Specifiers of imports: their beginnings up to a `/`, `.` or `::`. */
  readonly names: readonly string[];
}

/** Node's own modules stand beside packages, without which a project may do. */
export const PURPOSES: readonly Purpose[] = [
  {
    called: { en: 'HTTP clients', ko: 'HTTP 클라이언트', zh: 'HTTP 客户端' },
    words: /\bhttp\b|\brequests?\b|요청|请求/i,
    names:
      'axios got node-fetch cross-fetch undici ky superagent request needle node:http node:https http https requests httpx aiohttp urllib urllib3 http.client net/http reqwest ureq hyper github.com/go-resty/resty'.split(
        ' ',
      ),
  },
  {
    called: { en: 'dates', ko: '날짜', zh: '日期' },
    words: /\bdates?\b|\btimes?\b|날짜|시간|日期|时间/i,
    names:
      'moment moment-timezone dayjs date-fns luxon @js-joda/core arrow pendulum dateutil datetime chrono time'.split(
        ' ',
      ),
  },
  {
    called: { en: 'test runners', ko: '테스트 러너', zh: '测试运行器' },
    words: /\btest(?:s|ing)?\b|테스트|测试/i,
    names:
      'jest @jest/globals vitest mocha ava tape tap uvu node:test jasmine pytest unittest nose testing'.split(
        ' ',
      ),
  },
  {
    called: { en: 'assertions', ko: '단언', zh: '断言' },
    words: /\bassert/i,
    names:
      'chai assert node:assert node:assert/strict expect should power-assert github.com/stretchr/testify'.split(
        ' ',
      ),
  },
  {
    called: { en: 'validation', ko: '검증', zh: '校验' },
    words: /\bvalidat|\bschemas?\b|검증|校验|验证/i,
    names:
      'zod joi yup ajv valibot superstruct io-ts class-validator pydantic marshmallow cerberus jsonschema voluptuous'.split(
        ' ',
      ),
  },
  {
    called: { en: 'logging', ko: '로깅', zh: '日志' },
    words: /\blogg?(?:ing|ers?|s)?\b|로그|로깅|日志/i,
    names:
      'winston pino bunyan log4js loglevel debug signale logging loguru structlog log log/slog go.uber.org/zap github.com/sirupsen/logrus tracing env_logger'.split(
        ' ',
      ),
  },
  {
    called: { en: 'web servers', ko: '웹 서버', zh: 'Web 服务器' },
    words: /\bservers?\b|\bframeworks?\b|서버|服务器|框架/i,
    names:
      'express fastify koa hapi @hapi/hapi hono restify polka flask fastapi django starlette tornado bottle github.com/gin-gonic/gin github.com/labstack/echo github.com/gofiber/fiber actix_web axum rocket warp'.split(
        ' ',
      ),
  },
  {
    called: { en: 'databases', ko: '데이터베이스', zh: '数据库' },
    words: /\bdatabases?\b|\bORMs?\b|\bSQL\b|데이터베이스|数据库/i,
    names:
      'prisma @prisma/client typeorm sequelize knex mikro-orm drizzle-orm objection pg mysql mysql2 better-sqlite3 sqlite3 node:sqlite sqlalchemy peewee tortoise psycopg psycopg2 database/sql gorm.io/gorm diesel sqlx rusqlite'.split(
        ' ',
      ),
  },
  {
    called: { en: 'command lines', ko: '명령줄', zh: '命令行' },
    words: /\bCLI\b|\bcommand[- ]lines?\b|명령줄|命令行/i,
    names:
      'commander yargs minimist meow cac oclif arg argparse click typer docopt fire flag github.com/spf13/cobra github.com/urfave/cli clap structopt'.split(
        ' ',
      ),
  },
  {
    called: { en: 'utilities', ko: '유틸리티', zh: '工具库' },
    words: /\butilit|유틸|工具/i,
    names: 'lodash lodash-es underscore ramda remeda radash es-toolkit'.split(' '),
  },
  {
    called: { en: 'state of the interface', ko: '화면 상태', zh: '界面状态' },
    words: /\bstates?\b|\bstores?\b|상태|状态/i,
    names: 'redux @reduxjs/toolkit mobx zustand jotai recoil valtio xstate vuex pinia'.split(' '),
  },
  {
    called: { en: 'identifiers', ko: '식별자', zh: '标识符' },
    words: /\buuids?\b|\bidentifiers?\b|식별자|标识/i,
    names: 'uuid nanoid cuid ulid short-uuid shortid'.split(' '),
  },
  {
    called: { en: 'YAML', ko: 'YAML', zh: 'YAML' },
    words: /\byaml\b/i,
    names: 'yaml js-yaml yamljs ruamel gopkg.in/yaml.v2 gopkg.in/yaml.v3 serde_yaml'.split(' '),
  },
];

export function nameOfImport({ names }: Purpose, specifier: string): string | undefined {
  return names.find(
    (name) => specifier === name || ['/', '.', '::'].some((end) => specifier.startsWith(`${name}${end}`)),
  );
}
