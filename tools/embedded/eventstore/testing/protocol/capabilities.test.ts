import { persistentSubscriptionToStreamSettingsFromDefaults } from '@eventstore/db-client';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { expect, test } from 'vitest';
import { outcomeOf, readableRevisions, rejectionOf } from './support/outcomes.ts';
import { againstEachStore } from './support/store-fixture.ts';

const EMPTY = Buffer.alloc(0);
const STREAMS = 'event_store.client.streams.streams';

againstEachStore('what the server says of itself', (fixture) => {
  test('its version, and its methods with their features, in lower case', async () => {
    const { path, responseDeserialize } = featuresService.ServerFeaturesService.getSupportedMethods;
    const answer = await fixture.wire.call(path, EMPTY, responseDeserialize);
    expect(answer.getEventStoreServerVersion()).toMatch(/^\d+\.\d+\.\d+/);
    const methods = answer
      .getMethodsList()
      .map((method) => [method.getServiceName(), method.getMethodName(), ...method.getFeaturesList()].join(' '));
    expect(methods).toEqual(
      expect.arrayContaining([
        `${STREAMS} read position events`,
        `${STREAMS} append`,
        `${STREAMS} delete`,
        `${STREAMS} tombstone`,
        `${STREAMS} batchappend deadline_duration`,
        'event_store.client.gossip.gossip read',
        'event_store.client.server_features.serverfeatures getsupportedmethods',
      ]),
    );
  });

  test('the client finds the features that it checks', async () => {
    const { client } = fixture;
    const { read, append, batchAppend } = streamsService.StreamsService;
    const capabilities = (client as unknown as { supports(method: unknown, feature?: string): Promise<boolean> })
      .supports;
    const supports = (method: unknown, feature?: string) => capabilities.call(client, method, feature);
    expect(await supports(read, 'position')).toBe(true);
    expect(await supports(batchAppend, 'deadline_duration')).toBe(true);
    expect(await supports(append, 'deadline_duration')).toBe(false);
  });

  test('its gossip: one live leader, with an id as two halves and an address', async () => {
    const { path, responseDeserialize } = gossipService.GossipService.read;
    const members = (await fixture.wire.call(path, EMPTY, responseDeserialize)).getMembersList();
    expect(members).toHaveLength(1);
    const [member] = members;
    expect(member?.getState()).toBe(8);
    expect(member?.getIsAlive()).toBe(true);
    expect(member?.getInstanceId()?.hasStructured()).toBe(true);
    const milliseconds = Number(member?.getTimeStamp()) / 10_000;
    expect(Math.abs(milliseconds - Date.now())).toBeLessThan(3_600_000);
    expect(member?.getHttpEndPoint()?.getAddress()).toMatch(/./);
    expect(member?.getHttpEndPoint()?.getPort()).toBeGreaterThan(0);
  });

  test('calls that need the leader find it', async () => {
    const stream = fixture.newStream();
    const { client } = fixture;
    const event = { id: crypto.randomUUID(), type: 'noted', contentType: 'application/json' as const, data: {} };
    expect(await outcomeOf(client.appendToStream(stream, event as never, { requiresLeader: true }))).toBe('next 0');
    expect(await readableRevisions(client, stream, { requiresLeader: true })).toBe('0');
    expect(await outcomeOf(client.deleteStream(stream, { requiresLeader: true }))).toBe('done');
  });
});

againstEachStore(
  'what the stand-in does not offer, other than EventStoreDB',
  (fixture) => {
    const settings = persistentSubscriptionToStreamSettingsFromDefaults();
    const CALLS = {
      'listing projections': () => fixture.client.listProjections(),
      'creating a projection': () => fixture.client.createProjection('p', 'fromAll()'),
      'the state of a projection': () => fixture.client.getProjectionState('p'),
      'restarting the projections': () => fixture.client.restartSubsystem(),
      'creating a persistent subscription': () =>
        fixture.client.createPersistentSubscriptionToStream('s', 'g', settings),
      'deleting a persistent subscription': () => fixture.client.deletePersistentSubscriptionToStream('s', 'g'),
      'a service that nobody has': () =>
        fixture.wire.call('/event_store.cluster.Elections/ViewChange', EMPTY, (bytes) => bytes),
      'a method that nobody has': () =>
        fixture.wire.call('/event_store.client.streams.Streams/Nothing', EMPTY, (bytes) => bytes),
    };
    test.each(Object.entries(CALLS))('%s is answered with UNIMPLEMENTED at once', async (_, call) => {
      const begun = performance.now();
      expect(await rejectionOf(call())).toMatchObject({ code: 12 });
      expect(performance.now() - begun).toBeLessThan(2000);
    });

    test('connecting to a persistent subscription is answered with UNIMPLEMENTED', async () => {
      const subscription = fixture.client.subscribeToPersistentSubscriptionToStream('s', 'g');
      const error = await new Promise((resolve) => subscription.once('error', resolve));
      expect(error).toMatchObject({ code: 12 });
    });
  },
  { standInOnly: 'it has them' },
);
